/** As many as an endpoint's presets look at. */
const MOST_VALUES = 4_000;
const PLAIN = / (Object|Array|Arguments)]/;
const KIND = {}.toString;

/**
 * A copy of a page's value as JSON has it: without functions, nodes and windows, never larger than what can be sent,
 * also where the value leads back to itself.
 */
export const plain = (value: unknown): unknown => {
  const seen = new WeakSet();
  let left = MOST_VALUES;
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one === 'bigint') return `${one}`;
    if (typeof one !== 'object' || !one) return one;
    const kind = KIND.call(one);
    if (!PLAIN.test(kind) || seen.has(one) || left-- < 1) return undefined;
    seen.add(one);
    return /Arg/.test(kind) ? Array.from(one as ArrayLike<unknown>) : one;
  }) as string | undefined;
  return text && JSON.parse(text);
};

/** The members of a page's object that are of these types; none of anything else. */
export const membersOf = (value: unknown, ...types: string[]): Record<string, unknown> => {
  const members = Object.entries({ ...(plain(value) as object) });
  return Object.fromEntries(members.filter(([, member]) => !types[0] || types.includes(typeof member)));
};

/** The same with texts where the endpoint asks for texts: sites write `label: 5`. */
export const textsOf = (members: Record<string, unknown>, names: readonly string[]): typeof members => {
  for (const name of names) {
    const member = members[name] ?? '';
    if (name in members) members[name] = typeof member === 'string' ? member : JSON.stringify(member);
  }
  return members;
};

/** Members of page views and actions that are texts. */
const TEXTS = ['name', 'action', 'category', 'label', 'url'];

/** What happened now, unless the page says when. */
export const happened = (members: object): Record<string, unknown> =>
  textsOf({ timestamp: Date.now(), ...members }, TEXTS);
