/** How long one element may be evaluated, in milliseconds. */
export const EVALUATION_MS = 250;

/** How long an element waits and is evaluated in all, in milliseconds. */
export const PATIENCE_MS = 500;

/** How many processes evaluate. */
export const PROCESSES = 2;

/** How many elements may wait for a process. */
export const MOST_WAITING = 1_000;

/** The most characters of what a mapping makes of an element, as JSON. */
export const LARGEST_OUTPUT = 65_536;

/** How deep an evaluation may nest, and the most members of a sequence on the way. */
export const DEEPEST = 200;
export const LONGEST_SEQUENCE = 10_000;

/** The heap of a process, in mebibytes. */
export const HEAP_MIB = 64;

/**
 * After so many elements within that time that took too long, whatever came between them, the mappings of a pipeline
 * rest so long; both in milliseconds.
 */
export const FAILURES_TO_REST = 5;
export const FAILURES_WITHIN_MS = 10_000;
export const REST_MS = 10_000;
