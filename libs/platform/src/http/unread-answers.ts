/** How much of what is not read may be kept, and for how long. */
export interface UnreadBounds {
  /** How long a peer may take nothing of an answer, in milliseconds. */
  readonly idleMs: number;
  /** The most bytes that are kept for all connections together. */
  readonly bytes: number;
}

/** A connection on which answers are under way. */
export interface Reader {
  /** What is kept for it: answers that it has not taken, and requests that wait for that. */
  readonly bytes: number;
  /** How long it has taken nothing of what is ready for it, in milliseconds. */
  readonly idleMs: number;
}

const byPatience = (one: Reader, other: Reader): number =>
  other.idleMs - one.idleMs || other.bytes - one.bytes;

/** Those who have taken nothing for too long, and the idlest of the others until what is kept for the rest is within the bound. */
export const readersToEnd = <R extends Reader>(readers: readonly R[], bounds: UnreadBounds): readonly R[] => {
  const ended = readers.filter(({ idleMs }) => idleMs >= bounds.idleMs);
  const others = readers.filter(({ idleMs }) => idleMs < bounds.idleMs);
  let kept = others.reduce((sum, { bytes }) => sum + bytes, 0);
  if (kept <= bounds.bytes) return ended;
  for (const reader of others.filter(({ bytes }) => bytes > 0).sort(byPatience)) {
    if (kept <= bounds.bytes) break;
    kept -= reader.bytes;
    ended.push(reader);
  }
  return ended;
};
