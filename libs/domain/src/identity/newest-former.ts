import type { FormerIdentifier } from './profile.ts';

/** Identifiers that a profile no longer has: whoever rotates a token at each request must not make it grow for ever. */
export const FORMER_IDENTIFIERS_PER_PROFILE = 1_000;

/** The history of a profile's identifiers within its limit: those that went last stay. */
export const newestFormer = (former: readonly FormerIdentifier[]): readonly FormerIdentifier[] =>
  former.length <= FORMER_IDENTIFIERS_PER_PROFILE
    ? former
    : former.toSorted((one, other) => one.until - other.until).slice(-FORMER_IDENTIFIERS_PER_PROFILE);
