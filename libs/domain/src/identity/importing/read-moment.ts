/** Numbers below this are epoch seconds, others epoch milliseconds (docs/behaviour.md#times). */
const SECONDS_BELOW = 1e11;
const LATEST = 253_402_300_799_999;

const DIGITS = /^\d{1,16}(\.\d{1,9})?$/;
const ISO = /^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * A moment in the forms of docs/behaviour.md#times, in epoch milliseconds: a number of seconds or milliseconds, also
 * written as a text, or ISO 8601 with its zone. Null where it is none of these, or before 1970.
 */
export const readMoment = (given: unknown): number | null => {
  if (typeof given === 'number') return inRange(asMilliseconds(given));
  if (typeof given !== 'string') return null;
  const text = given.trim();
  return inRange(DIGITS.test(text) ? asMilliseconds(Number(text)) : fromIso(text));
};

const asMilliseconds = (number: number): number =>
  Math.trunc(number < SECONDS_BELOW ? number * 1_000 : number);

const inRange = (moment: number): number | null => (moment >= 0 && moment <= LATEST ? moment : null);

const fromIso = (text: string): number => {
  const [, day] = ISO.exec(text) ?? [];
  return day !== undefined && isDay(day) ? Date.parse(text.toUpperCase()) : Number.NaN;
};

/** `Date` takes the 30th of February for the 2nd of March. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};
