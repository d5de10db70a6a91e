import type { EpochMs } from '../../epoch.ts';

const DAY = 24 * 3_600_000;
/** Numbers below this are epoch seconds, others epoch milliseconds (docs/behaviour.md#times). */
const SECONDS_BELOW = 1e11;

// The years 1 to 9999, beyond which ISO 8601 has no common spelling: a client's clock may say anything.
const EARLIEST = -62_135_596_800_000;
const LATEST = 253_402_300_799_999;

/** The moment that orders something, and the client's own time where that is another. */
export interface OrderingTime {
  readonly time: EpochMs;
  readonly clientTime: EpochMs | null;
}

/** A time of a request: seconds or milliseconds; more than a day in the future, the receive time orders instead. */
export const orderingTime = (given: number | undefined, receivedAt: EpochMs): OrderingTime => {
  if (given === undefined) return { time: receivedAt, clientTime: null };
  const time = Math.min(LATEST, Math.max(EARLIEST, Math.trunc(given < SECONDS_BELOW ? given * 1000 : given)));
  return time > receivedAt + DAY ? { time: receivedAt, clientTime: time } : { time, clientTime: null };
};
