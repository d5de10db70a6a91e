const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i;
const PLACES = 6;
const SCALE = 10n ** BigInt(PLACES);
/** No amount of anything that a visitor does; without a bound one event could make a sum as long as it likes. */
const TOO_LARGE = 1e15;

/**
 * A number, or a text that is one, in millionths, rounded half away from zero; null for anything else and for numbers of
 * 1e15 and more. Whole numbers of millionths add up exactly in any order, which fractions of doubles do not.
 */
export const millionthsOf = (value: unknown): bigint | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value).trim();
  if (text.length > 64) return null;
  const match = DECIMAL.exec(text);
  if (match === null || !(Math.abs(Number(text)) < TOO_LARGE)) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const amount = scaled(BigInt(`${whole}${fraction}`), Number(exponent) - fraction.length + PLACES);
  return sign === '-' ? -amount : amount;
};

const scaled = (digits: bigint, exponent: number): bigint => {
  if (digits === 0n) return 0n;
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (2n * digits + divisor) / (2n * divisor);
};

/** Millionths as a decimal number without needless zeros. */
export const decimalOf = (millionths: bigint): string => {
  const [sign, amount] = millionths < 0n ? ['-', -millionths] : ['', millionths];
  const fraction = String(amount % SCALE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '');
  return `${sign}${amount / SCALE}${fraction === '' ? '' : `.${fraction}`}`;
};
