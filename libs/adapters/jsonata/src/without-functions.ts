/** JSON of a value that JSONata made, without the functions in it, which are no data; undefined where nothing is left. */
export const withoutFunctions = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, member: unknown) => leftOf(member));

const leftOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.some(isFunction) ? value.filter((one) => !isFunction(one)) : value;
  return isFunction(value) ? undefined : value;
};

interface Held {
  readonly implementation?: unknown;
  readonly environment?: { readonly lookup?: unknown } | null;
}

/** JSONata's own functions are objects, and hold what no data hold: a function of the program's. */
const isFunction = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  const { implementation, environment } = value as Held;
  return typeof implementation === 'function' || typeof environment?.lookup === 'function';
};
