/** What lies under a key on the way to a living profile: `to` leads on. */
export interface Passage {
  readonly _id: string;
  readonly to?: string;
  readonly body?: string;
}

/** The key of the living profile that a key leads to over any number of redirects; null where nothing is stored. */
export const livingKey = (passages: ReadonlyMap<string, Passage>, start: string): string | null => {
  const passed = new Set<string>();
  let key = start;
  for (;;) {
    const passage = passages.get(key);
    if (passage === undefined) return null;
    if (passage.to === undefined) return key;
    passed.add(key);
    if (passed.has(passage.to)) throw new Error('the redirects of a profile lead round in a circle');
    key = passage.to;
  }
};
