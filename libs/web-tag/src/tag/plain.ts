/** As many as an endpoint's presets look at. */
const MAX_VALUES = 4_000;
const PLAIN = / (Obj|Arr|Arg)/;

/**
 * A copy of a page's value as JSON has it: without functions, nodes and windows, never larger than what can be sent,
 * also where the value leads back to itself.
 */
export const plain = (value: unknown): unknown => {
  const seen = new Set();
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (Object(one) !== one) return typeof one === 'bigint' ? `${one}` : one;
    const kind = {}.toString.call(one);
    if (!PLAIN.test(kind) || seen.has(one) || seen.add(one).size > MAX_VALUES) return undefined;
    return /Arg/.test(kind) ? [...(one as unknown[])] : one;
  }) as string | undefined;
  return text && JSON.parse(text);
};

/** The names of an object's own members, whatever a page has added to all objects; none of nothing. */
export const namesOf = (value?: object): string[] => Object.keys({ ...value });

/** The members of a page's object that are of these types; none of anything else. */
export const membersOf = (value: unknown, types = /./): Record<string, unknown> => {
  const all = Object.entries({ ...(plain(value) as Record<string, unknown>) });
  return Object.fromEntries(all.filter(([, member]) => types.test(typeof member)));
};

/** Members of page views and actions that are texts. */
const TEXTS = ['name', 'action', 'category', 'label', 'url'];

/** What happened now, unless the page says when; with texts where the endpoint asks for texts: sites write `label: 5`. */
export const happened = (given: unknown, known?: object): Record<string, unknown> => {
  const members: Record<string, unknown> = { timestamp: Date.now(), ...known, ...membersOf(given) };
  for (const name of TEXTS) {
    const member = members[name] ?? '';
    if (name in members) members[name] = typeof member === 'string' ? member : JSON.stringify(member);
  }
  return members;
};
