const LONGEST_KEY = 256;

/**
 * A pure function of a text that remembers its results: at most `most` of them, none for long texts, so that callers
 * who make up texts cost no more memory than others.
 */
export const remembered = <T>(most: number, compute: (text: string) => T): ((text: string) => T) => {
  const results = new Map<string, { readonly value: T }>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known.value;
    const value = compute(text);
    if (results.size >= most) results.clear();
    if (text.length <= LONGEST_KEY) results.set(text, { value });
    return value;
  };
};
