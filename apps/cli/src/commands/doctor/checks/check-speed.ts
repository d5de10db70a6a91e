import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';

const { ok, none, warn, fail } = findingsOf('speed');

/** What a page can wait for without anybody noticing, in milliseconds. */
const GOOD_MS = 500;
/** What Kith itself takes at most, by the shipped configuration, in milliseconds. */
const MAX_MS = 2_000;

/** How long an answer takes over a connection that stands. */
export const checkSpeed = ({ script }: Pick<Observation, 'script'>): readonly Finding[] => {
  if (script.kind === 'failed') return [none('no second answer to measure')];
  const told = `an answer takes ${Math.ceil(script.ms)} ms over a connection that stands`;
  if (script.ms <= GOOD_MS) return [ok(told)];
  const mend = 'ask from nearer to the visitors, and look at the latencies in /metrics';
  return [script.ms <= MAX_MS ? warn(told, mend) : fail(told, mend)];
};
