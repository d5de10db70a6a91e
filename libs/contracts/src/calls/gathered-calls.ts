import { z } from 'zod';

/** The most calls that travel in one request. */
export const MAX_GATHERED_CALLS = 256;
/** The most that a request of calls may bring, in bytes; a call alone may be as large. */
export const MAX_CALL_BYTES = 1024 * 1024;

/** What carries the answers of gathered calls: one JSON text a line, each as soon as it is ready. */
export const ANSWER_LINES_TYPE = 'application/x-ndjson';

/** A call among others, in the body's list of calls. */
export const gatheredCall = z.strictObject({
  /** Milliseconds that its caller is still willing to wait. */
  remainingMs: z.number().nonnegative(),
  /** The whole body of the call, as it would be sent alone. */
  call: z.unknown(),
});

/** Why a call has no answer: what a problem answer to it alone would say, as far as its caller makes something of it. */
const callProblem = z.object({
  status: z.int(),
  code: z.string().exactOptional(),
  /** Seconds. */
  retryAfter: z.number().exactOptional(),
});

/** What became of one of the calls; `index` counts them from 0 in the order of the list. */
export const callOutcome = z.union([
  z.object({ index: z.int().nonnegative(), problem: callProblem }),
  z.object({ index: z.int().nonnegative(), answer: z.unknown() }),
]);
export type CallOutcome = z.output<typeof callOutcome>;
