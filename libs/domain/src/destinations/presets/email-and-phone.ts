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
