/** The body of a request, by what it tries. */
export type HostileQuery = readonly [what: string, body: string];

const byUmid = 'query ($umid: String!) { personTargetDataByUmid(umid: $umid) { umid } }';
const byAnyId =
  'query ($n: String!, $v: String!) { personTargetDataByAnyId(idName: $n, idValue: $v) { umid } }';
const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';

const asking = (query: string, variables: object = {}): string => JSON.stringify({ query, variables });
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const nested = (levels: number, open: string, close: string, inside = ''): string =>
  open.repeat(levels) + inside + close.repeat(levels);

/** Documents that ask the parser, the rules and the execution for more than they may have. */
const documents: readonly (readonly [string, string])[] = [
  ['directives without end', `{ __typename ${'@include(if: true) '.repeat(150)} }`],
  ['unknown directives without end', `{ __typename ${'@a '.repeat(490)} }`],
  ['directives on everything', `query ${'@a '.repeat(300)} { __typename }`],
  ['a fragment that spreads itself', '{ ...A } fragment A on Query { ...A }'],
  [
    'a circle of fragments',
    `{ ...F0 } ${many(60, (index) => `fragment F${index} on Query { ...F${(index + 1) % 60} ...F${index} }`)}`,
  ],
  [
    'fragments that double at every step',
    `{ ...F0 } ${many(60, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F60 on Query { __typename }`,
  ],
  ['one field again and again', `{ ${'__typename '.repeat(990)} }`],
  ['one look-up again and again', `{ ${'personTargetDataByUmid(umid: "x") { umid } '.repeat(100)} }`],
  [
    'the same inside fragments',
    `{ ${'... on Query { personTargetDataByUmid(umid: "x") { umid } } '.repeat(70)} }`,
  ],
  ['fields that conflict', `{ ${many(70, (index) => `personTargetDataByUmid(umid: "${index}") { umid }`)} }`],
  ['a selection that is far too deep', nested(490, '{ a ', '}')],
  ['a list that is far too deep', `{ _entities(representations: ${nested(480, '[', ']')}) { __typename } }`],
  [
    'an object that is far too deep',
    `{ _entities(representations: [${nested(300, '{ a: ', '}', '1')}]) { __typename } }`,
  ],
  [
    'the schema of the schema of the schema',
    `{ __schema { types ${nested(5, '{ fields { type ', '}}', '{ name }')} } }`,
  ],
  ['a number that is none', `{ _entities(representations: [${'9'.repeat(60_000)}]) { __typename } }`],
  ['a fraction without end', `{ _entities(representations: [1.${'9'.repeat(60_000)}e9999]) { __typename } }`],
  ['variables without end', `query (${many(200, (index) => `$v${index}: Int`)}) { __typename }`],
  ['a type without end', `query ($v: ${nested(300, '[', ']', 'Int')}) { __typename }`],
  ['a text that does not end', '{ __type(name: "'],
  ['a block that does not end', `{ __type(name: """${'x'.repeat(60_000)}`],
  ['a character that there is not', '{ __type(name: "\\u{110000}") { name } }'],
  ['half a character', '{ __type(name: "\\uD800") { name } }'],
  ['control characters', '{ __typename \u0000\u0001\u007f }'],
  ['a byte order mark and blanks of all kinds', '\uFEFF{\u00a0__typename\u2028}'],
  ['letters from right to left', '{ \u202e__typename }'],
  ['names of a prototype', '{ __proto__ constructor { hasOwnProperty } toString }'],
  [
    'a type called __proto__',
    '{ __type(name: "__proto__") { name } c: __type(name: "constructor") { name } }',
  ],
  ['a mutation', 'mutation { __typename }'],
  ['a subscription', 'subscription { __typename }'],
  ['parts of the answer later', '{ ... @defer { __typename } }'],
  ['nothing at all', ''],
  ['definitions of types', 'type Query { a: Int } { __typename }'],
  ['comments alone', '#'.repeat(60_000)],
];

/** Requests whose members are not what they should be. */
const bodies: readonly HostileQuery[] = [
  ['a umid that is an object', asking(byUmid, { umid: { toString: 'x' } })],
  ['a umid of 60,000 characters', asking(byUmid, { umid: '\u{1f600}'.repeat(15_000) })],
  [
    'a umid of halves of characters',
    `{"query":${JSON.stringify(byUmid)},"variables":{"umid":"\\ud800\\udc00\\ud800"}}`,
  ],
  ['a umid that is infinite', `{"query":${JSON.stringify(byUmid)},"variables":{"umid":1e999}}`],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '\u0000',
    ' umid ',
    'UMID',
    'identifiers.0',
    '$where',
  ].map((name): HostileQuery => [
    `the identifier ${JSON.stringify(name)}`,
    asking(byAnyId, { n: name, v: '{"$gt":""}' }),
  ]),
  [
    'variables with a prototype',
    `{"query":${JSON.stringify(byUmid)},"variables":{"__proto__":{"umid":"x"}}}`,
  ],
  ['a body with a prototype', `{"__proto__":{"query":"{ __typename }"},"constructor":1}`],
  [
    'a variable that is 30,000 lists deep',
    `{"query":${JSON.stringify(entities)},"variables":{"r":${nested(30_000, '[', ']')}}}`,
  ],
  [
    'an entity that is 10,000 objects deep',
    `{"query":${JSON.stringify(entities)},"variables":{"r":[{"__typename":"PersonTargetData","umid":${nested(10_000, '{"a":', '}', '1')}}]}}`,
  ],
  [
    'entities with a prototype',
    `{"query":${JSON.stringify(entities)},"variables":{"r":[{"__proto__":{"__typename":"PersonTargetData","umid":"x"}},{"__typename":"__proto__","umid":"x"}]}}`,
  ],
  ['30,000 entities', `{"query":${JSON.stringify(entities)},"variables":{"r":[${'1,'.repeat(30_000)}1]}}`],
  ...['__proto__', 'constructor', '', 'x'.repeat(50_000), 1, {}, []].map((operationName): HostileQuery => [
    `the operation ${JSON.stringify(operationName).slice(0, 20)}`,
    JSON.stringify({ query: 'query A { __typename } query B { __typename }', operationName }),
  ]),
  [
    'extensions that name a stored query',
    JSON.stringify({
      query: '{ __typename }',
      extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } },
    }),
  ],
  ['extensions that are no object', JSON.stringify({ query: '{ __typename }', extensions: 'x' })],
  ['a batch', '[{"query":"{ __typename }"},{"query":"{ __typename }"}]'],
  ['a query that is a list', '{"query":["{ __typename }"]}'],
  ['a number', '1'],
  ['null', 'null'],
  ['lists without end', nested(32_000, '[', ']')],
];

/** Nothing of this may be answered by a fault. */
export const hostileQueries: readonly HostileQuery[] = [
  ...documents.map(([what, query]): HostileQuery => [what, asking(query)]),
  ...bodies,
];
