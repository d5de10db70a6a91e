/** A text in which U+FFFD stands for each half of a character: half of one is none that other systems could read. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

const HALF = /\\ud[89a-f]/;

/** Whatever stands behind a backslash goes with it: what follows an escaped backslash is text. */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|[^])/g;

/** The same of JSON as `JSON.stringify` writes it, which escapes halves of characters and never whole ones; names count too. */
export const wellFormedJson = (json: string): string =>
  HALF.test(json)
    ? json.replace(ESCAPE, (escape, half: string | undefined) => (half === undefined ? escape : '\ufffd'))
    : json;

/** The first UTF-16 units of a text, `most` of them, or one less where the cut would go through a character. */
export const beginningOf = (text: string, most: number): string => {
  if (text.length <= most) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most);
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
