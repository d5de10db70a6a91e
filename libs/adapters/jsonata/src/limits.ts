/** How long one item may be evaluated, in milliseconds. */
export const EVALUATION_MS = 250;

/** After so many milliseconds JSONata gives up by itself, which costs no process. */
export const GUARDED_MS = 200;

/** How long a question waits and is evaluated in all, in milliseconds. */
export const ANSWER_MS = 500;

/** How many processes evaluate. */
export const PROCESSES = 2;

/** How many questions may wait for a process. */
export const MAX_WAITING = 1_000;

/** The most characters of what a mapping or an expression makes, as JSON. */
export const MAX_OUTPUT = 65_536;

/** How deep an evaluation may nest, and the most members of a sequence on the way. */
export const MAX_DEPTH = 200;
export const MAX_SEQUENCE = 10_000;

/** The heap of a process, in mebibytes. */
export const HEAP_MIB = 64;

/**
 * After so many items within that time that took too long, whatever came between them, the expressions of an owner
 * rest so long; both in milliseconds.
 */
export const FAILURES_TO_REST = 5;
export const FAILURES_WITHIN_MS = 10_000;
export const REST_MS = 10_000;
