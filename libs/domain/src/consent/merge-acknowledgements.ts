import type { Acknowledgement } from './consent.ts';

/** The newest acknowledgements that a profile lists (behaviour.md section 5). */
export const LISTED_ACKNOWLEDGEMENTS = 100;

/** The latest acknowledgement of each notification and version, out of both lists. */
export const latestAcknowledgements = (
  a: readonly Acknowledgement[],
  b: readonly Acknowledgement[],
): readonly Acknowledgement[] => {
  const latest = new Map<string, Acknowledgement>();
  for (const acknowledgement of [...a, ...b]) {
    const key = `${acknowledgement.version}:${acknowledgement.name}`;
    const present = latest.get(key);
    if (present === undefined || acknowledgement.date > present.date) latest.set(key, acknowledgement);
  }
  return [...latest.values()];
};

/** Both lists in one, newest first, as many as a profile lists. */
export const newestAcknowledgements = (
  a: readonly Acknowledgement[],
  b: readonly Acknowledgement[],
): readonly Acknowledgement[] =>
  [...a, ...b].sort((x, y) => y.date - x.date).slice(0, LISTED_ACKNOWLEDGEMENTS);
