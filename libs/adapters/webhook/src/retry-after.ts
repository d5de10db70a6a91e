/** The longest that a receiver is believed, in milliseconds: a day. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** Milliseconds until a `Retry-After`: seconds, or a date of HTTP. undefined where it says nothing that could be read. */
export const retryAfterMs = (text: string | undefined, now: number): number | undefined => {
  const wanted = text === undefined ? Number.NaN : millisecondsIn(text.trim(), now);
  return Number.isNaN(wanted) ? undefined : Math.min(LONGEST_MS, Math.max(0, wanted));
};

const millisecondsIn = (text: string, now: number): number =>
  /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;

/** Other forms that a program may read as a date are none. */
const httpDate = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
