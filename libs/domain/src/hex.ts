const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Bytes as text, two digits each. */
export const hexOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte]!;
  return text;
};

/** The bytes that `hexOf` wrote; null where the text is none of its. */
export const bytesOfHex = (text: unknown): Uint8Array | null => {
  if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
};
