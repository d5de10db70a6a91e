import type { Random } from '@kith/testing/random';

/** One of a list. */
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random(items.length) - 1] as Item;

/** Names that mean something to programs. */
const memberNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  '',
  ' ',
  '0',
  '-1',
  'a/b~c',
  '\u0000',
  '\ud800',
  '$where',
  '$ne',
  'a.b',
  '\u202e',
  'data',
  'permission',
  'notification',
  'page',
  'action',
  'id',
  'name',
  'version',
  'permissions',
  'CS-OPT',
  'MAIN_CS',
  'customerId',
  'timestamp',
  'date',
];

/** Values as JSON spells them, among them some that no program expects. */
const scalars = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '1.5',
  '1700000000',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"__proto__"',
  '"</script><!--"',
  '"\\u2028\\u2029"',
  '"MAIN_CS"',
  '"CS-OPT"',
  '"\u202e\u0085"',
  '"${jndi:ldap://x}"',
  '"\'; DROP TABLE profiles; --"',
  '{"$gt":""}',
];

/** The text of a JSON value of hostile names and types, no deeper than `depth`. */
export const hostileJson = (random: Random, depth: number): string => {
  if (depth <= 0 || random(3) === 1) return pick(random, scalars);
  const items = Array.from({ length: random(5) - 1 }, () => hostileJson(random, depth - 1));
  if (random(2) === 1) return `[${items.join(',')}]`;
  // Names may come twice: JSON allows it.
  return `{${items.map((item) => `${JSON.stringify(pick(random, memberNames))}:${item}`).join(',')}}`;
};

/** A body that conforms, or nearly. */
export const plausibleJson = (random: Random): string =>
  `{"data":[${hostileElement(random)}],"permission":{"CS-OPT":${pick(random, ['true', 'false', ...scalars])}},` +
  `"notification":[{"name":"MAIN_CS","version":${pick(random, ['1', '2', ...scalars])}}]}`;

const hostileElement = (random: Random): string =>
  `{"id":"${random(1_000)}","page":{"name":${pick(random, scalars)},"timestamp":${pick(random, scalars)}},` +
  `"action":[{"category":"c","label":${hostileJson(random, 2)}}],"x":${hostileJson(random, 6)}}`;

/** Brackets as deep as the size of a body allows. */
export const deepJson = (random: Random): string => {
  const depth = random(20_000);
  return pick(random, [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `{"data":[${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}]}`,
    `{"data":[${'['.repeat(depth)}`,
    `{"permission":${'{"permission":'.repeat(depth)}`,
  ]);
};

/** The same bytes with some of them changed, left out or cut off. */
export const damaged = (random: Random, bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  for (let times = random(4); times > 0; times -= 1) copy[random(copy.length) - 1] = random(256) - 1;
  return random(3) === 1 ? copy.subarray(0, random(copy.length)) : copy;
};

export const randomBytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random(256) - 1));
