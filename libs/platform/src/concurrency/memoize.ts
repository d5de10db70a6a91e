const MAX_KEY_LENGTH = 256;

/**
 * A pure function of a text that keeps its results: at most `maxEntries` of them, none for long texts, so that callers who
 * make up texts cost no more memory than others. When it is full it begins anew: nothing is to be done for a hit then.
 */
export const memoize = <T>(maxEntries: number, compute: (text: string) => T): ((text: string) => T) => {
  const results = new Map<string, { readonly value: T }>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known.value;
    const value = compute(text);
    if (results.size >= maxEntries) results.clear();
    if (text.length <= MAX_KEY_LENGTH) results.set(text, { value });
    return value;
  };
};
