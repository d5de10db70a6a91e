import type { DeliveryContent } from '../delivery-content.ts';

/** Hex of the SHA-256 of a text. Given by the caller: the domain has no library for it. */
export type Sha256 = (text: string) => string;

const IS_HASHED = /^[0-9a-f]{64}$/i;

/** A value that is a SHA-256 already is taken as it is; any other is brought into the receiver's form and hashed. */
const hashed = (value: string, normalise: (value: string) => string, sha256: Sha256): string | null => {
  if (IS_HASHED.test(value)) return value.toLowerCase();
  const normalised = normalise(value);
  return normalised === '' ? null : sha256(normalised);
};

/** The hashes of all values of one identifier, each once; none where nothing is known of it. */
export const hashedValues = (
  { identifiers }: Pick<DeliveryContent, 'identifiers'>,
  name: string | null,
  normalise: (value: string) => string,
  sha256: Sha256,
): readonly string[] => {
  const values = identifiers.filter((one) => one.name === name).map(({ value }) => value);
  const hashes = values.map((value) => hashed(value, normalise, sha256));
  return [...new Set(hashes.filter((hash) => hash !== null))];
};

/** Both systems ask for the address without blanks around it and in lower case. */
export const normalEmail = (value: string): string => value.trim().toLowerCase();

const digitsOf = (value: string): string => value.replace(/\D/g, '');

/** Digits alone, the country code first: Meta drops all leading zeros. */
export const phoneInDigits = (value: string): string => digitsOf(value).replace(/^0+/, '');

/** E.164 with its plus sign: Google. */
export const phoneInE164 = (value: string): string => {
  const digits = phoneInDigits(value);
  return digits === '' ? '' : `+${digits}`;
};
