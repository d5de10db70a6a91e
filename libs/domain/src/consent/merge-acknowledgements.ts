import type { Acknowledgement } from './consent.ts';

/** The newest acknowledgements that a profile lists (docs/behaviour.md#acknowledgements). */
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

/**
 * Both lists in one, newest first, as many as a profile lists. Those of the same date stand in the order of their
 * texts: then the list is the same whatever order brings them together, one by one in the history or several in a
 * request.
 */
export const newestAcknowledgements = (
  a: readonly Acknowledgement[],
  b: readonly Acknowledgement[],
): readonly Acknowledgement[] => [...a, ...b].sort(byDateAndText).slice(0, LISTED_ACKNOWLEDGEMENTS);

const byDateAndText = (x: Acknowledgement, y: Acknowledgement): number =>
  y.date - x.date || byText(acknowledgementText(x), acknowledgementText(y));

const byText = (x: string, y: string): number => (x < y ? -1 : Number(x > y));

/** Two acknowledgements are the same where their texts are. */
export const acknowledgementText = ({
  name,
  version,
  uxvariant,
  permissions,
  date,
  clientTime,
}: Acknowledgement): string => JSON.stringify([name, version, uxvariant, permissions, date, clientTime]);
