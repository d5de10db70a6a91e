/**
 * For a check between members: it runs even where a member by itself is at fault, so that one reading tells everything.
 * The value may be anything then; `membersOf` and `textsIn` read it with care.
 */
export const beside = { when: () => true };

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The texts of a list, each with its index; none of anything else. */
export const textsIn = (value: unknown): readonly (readonly [index: number, text: string])[] =>
  Array.isArray(value)
    ? value.flatMap((text: unknown, index) => (typeof text === 'string' ? [[index, text] as const] : []))
    : [];
