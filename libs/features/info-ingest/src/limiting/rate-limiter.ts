import type { RateLimit } from '@kith/domain/pipeline';

/** Counts one more request of a key within a group; the milliseconds to wait where that is too many, else 0. */
export type RateLimiter = (group: string, key: string, limit: RateLimit) => number;

export interface RateLimiterDeps {
  /** Milliseconds from any moment on; never goes back. */
  readonly clock: () => number;
  /** Random, 32 bits: nobody can foresee which keys share a set. */
  readonly seed: number;
  /** How many keys are remembered, rounded up to a power of two. */
  readonly keys: number;
}

const WAYS = 4;

/** Sums of fractions of milliseconds are not exact. */
const ROUNDING = 1e-3;

/**
 * A limiter of fixed size: hostile keys crowd out others, and never make it grow. Each key has a bucket of as many
 * requests as the limit allows in its period, which refills evenly. Four keys share a set; where a fifth comes, the one
 * that has been quiet for longest gives way. A refused request counts for nothing.
 */
export const createRateLimiter = ({ clock, seed, keys }: RateLimiterDeps): RateLimiter => {
  const sets = 2 ** Math.ceil(Math.log2(Math.max(keys, WAYS) / WAYS));
  const marks = new Uint32Array(sets * WAYS);
  // When the bucket of a key will be full again: all that need be known of its past.
  const fullAt = new Float64Array(sets * WAYS);
  return (group, key, { requests, perMs }) => {
    const mark = hash(key, hash(group, seed));
    const first = (hash(key, ~mark) & (sets - 1)) * WAYS;
    const slot = slotOf(marks, fullAt, first, mark);
    const now = clock();
    const before = marks[slot] === mark ? fullAt[slot]! : 0;
    const after = Math.max(before, now) + perMs / requests;
    const wait = after - now - perMs;
    if (wait > ROUNDING) return wait;
    marks[slot] = mark;
    fullAt[slot] = after;
    return 0;
  };
};

const slotOf = (marks: Uint32Array, fullAt: Float64Array, first: number, mark: number): number => {
  let quietest = first;
  for (let slot = first; slot < first + WAYS; slot += 1) {
    if (marks[slot] === mark) return slot;
    if (fullAt[slot]! < fullAt[quietest]!) quietest = slot;
  }
  return quietest;
};

/** Murmur3's mixing over the characters: fast, and different under every seed. */
const hash = (text: string, seed: number): number => {
  let state = seed;
  for (let index = 0; index < text.length; index += 1) {
    const mixed = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    state ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    state = Math.imul((state << 13) | (state >>> 19), 5) + 0xe6546b64;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16) ^ text.length) >>> 0;
};
