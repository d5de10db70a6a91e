/** Hashes an UTF-8 text to lower-case or upper-case hex. */
export type HexDigest = (algorithm: 'md5' | 'sha1' | 'sha256', text: string) => string;

/** What programs send when they know nobody (docs/behaviour.md#values-that-identify-nobody). */
const BUILT_IN = [
  'null',
  'undefined',
  'none',
  'anonymous',
  'guest',
  '0',
  '-1',
  '00000000-0000-0000-0000-000000000000',
];

const ALGORITHMS = ['md5', 'sha1', 'sha256'] as const;

/** `None` and `NULL` are other texts than `none` once they are hashed. */
const spellings = (value: string): string[] => {
  const lower = value.toLowerCase();
  return [value, lower, value.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
};

/**
 * The values that never identify anybody, in lower case: the built-in ones, the account's own `extra` ones, and the
 * MD5, SHA-1 and SHA-256 hashes of the empty string and of each of them in its usual spellings.
 */
export const blockedIdentifierValues = (extra: readonly string[], digest: HexDigest): ReadonlySet<string> => {
  const values = [...BUILT_IN, ...extra.map((value) => value.trim())].filter((value) => value !== '');
  const texts = new Set(['', ...values.flatMap(spellings)]);
  const hashes = [...texts].flatMap((text) => ALGORITHMS.map((algorithm) => digest(algorithm, text)));
  return new Set([...values, ...hashes].map((value) => value.toLowerCase()));
};
