/** The most bytes of an answer's head. */
export const MAX_HEAD_BYTES = 16_384;

/** The most connections to one host; further calls wait for one. */
export const MAX_CONNECTIONS = 64;

/** The most unused connections that are kept to one host. */
export const MAX_KEPT = 16;

/** How long an unused connection is kept, in milliseconds: most servers end it after five seconds at the soonest. */
export const KEPT_MS = 4_000;

/** The most calls to one host that are under way or wait. */
export const MAX_CALLS = 1_024;
