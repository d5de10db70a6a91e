/** The members of an object as JSON brings them. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether it is an object with members, and no list. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is the object's own: `constructor` of an empty object is nothing. */
export const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

const NONE: Members = {};

/** The members of a member; none where it is no object. */
export const ownMembers = (members: Members, name: string): Members => {
  const value = own(members, name);
  return isMembers(value) ? value : NONE;
};

/** The others. */
export const without = (members: Members, names: readonly string[]): Members => {
  const unwanted = new Set(names);
  return Object.fromEntries(Object.entries(members).filter(([name]) => !unwanted.has(name)));
};

/** These alone, as far as they are there. */
export const only = (members: Members, names: readonly string[]): Members => {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(members).filter(([name]) => wanted.has(name)));
};

/** The member if there is something in it: what was taken out of leaves no empty object behind. */
export const unlessEmpty = (name: string, members: Members): Members =>
  Object.keys(members).length === 0 ? NONE : { [name]: members };

/** A text that says something; a number is taken as it is written. Undefined: it is neither. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

const NUMERIC = /^-?\d{1,15}(\.\d{1,9})?$/;

/** A number, also one that came as a text, which many data layers ask for. Undefined: it is neither. */
export const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
};
