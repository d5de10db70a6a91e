import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';

const { ok, warn, fail } = findingsOf('clock');

/** A `Date` header has whole seconds, and an answer takes its time. */
const NEAR_MS = 5_000;
/** From here on times of events and of consent are plainly wrong. */
const FAR_MS = 60_000;

/** The clocks of both ends, by the `Date` of the answer. */
export const checkClock = ({ visit }: Pick<Observation, 'visit'>): readonly Finding[] => {
  const there = Date.parse(visit.headers.date ?? '');
  if (Number.isNaN(there)) return [warn('the answer has no Date', 'let the proxy in front pass Date on')];
  const apart = Math.abs(there - visit.at);
  if (apart <= NEAR_MS) return [ok('the clocks of both ends agree')];
  const told = `the clocks are ${Math.round(apart / 1000)} seconds apart (there it is ${new Date(there).toISOString()})`;
  const mend = 'let both machines take their time from NTP';
  return [apart > FAR_MS ? fail(told, mend) : warn(told, mend)];
};
