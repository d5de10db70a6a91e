/** A value that the browser keeps under a name. */
export interface Kept<Value> {
  readonly read: () => Value;
  readonly write: (value: Value) => void;
}

/** Keeps a value as JSON; where the browser keeps nothing, as long as the page lives. */
export const createKept = <Value>(
  storage: 'localStorage' | 'sessionStorage',
  name: string,
  first: Value,
): Kept<Value> => {
  let value = first;
  try {
    value = (JSON.parse(window[storage].getItem(name) ?? 'null') as Value | null) ?? first;
  } catch {
    // The browser forbids it, or somebody else wrote there.
  }
  return {
    read: () => value,
    write: (next) => {
      value = next;
      try {
        window[storage].setItem(name, JSON.stringify(next));
      } catch {
        // It is kept in the page at least.
      }
    },
  };
};
