/** What lies under a key on the way to a living profile: `to` leads on, and so does `next`, if it still holds. */
export interface Passage {
  readonly _id: string;
  readonly to?: string;
  readonly next?: string;
  readonly absorbed?: readonly string[];
  readonly body?: string;
}

/** By what a look follows redirects: `next` is the shorter way, `to` the sure one. */
export type Way = 'next' | 'to';

/** The key of the living profile that a key leads to over any number of redirects; null where nothing is stored. */
export const livingKey = (
  passages: ReadonlyMap<string, Passage>,
  start: string,
  way: Way = 'to',
): string | null => {
  const passed = new Set<string>();
  let key = start;
  for (;;) {
    const passage = passages.get(key);
    if (passage === undefined) return null;
    if (passage.to === undefined) return key;
    const on = passage[way] ?? passage.to;
    passed.add(key);
    if (passed.has(on)) {
      if (way === 'next') return null;
      throw new Error('the redirects of a profile lead round in a circle');
    }
    key = on;
  }
};

/**
 * Whether the short way has led where the sure one leads: to a profile that has absorbed the key. Unmerging does not
 * tidy hints up; they are checked.
 */
export const isSure = (
  passages: ReadonlyMap<string, Passage>,
  start: string,
  umidOf: (key: string) => string,
): boolean => {
  if (passages.get(start)?.to === undefined) return true;
  const key = livingKey(passages, start, 'next');
  return key !== null && (passages.get(key)?.absorbed?.includes(umidOf(start)) ?? false);
};
