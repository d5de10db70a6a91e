const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;

/** What topics are made with: the broker's own default is a little more than 1 MiB. */
export const TOPIC_MAX_MESSAGE_BYTES = 2 * MEBIBYTE;

/** What a record costs beside its key and value, generously: lengths, deltas and its part of the header. */
export const RECORD_OVERHEAD_BYTES = 128;

/** The largest record that is sure to fit, its overhead counted. */
export const MAX_RECORD_BYTES = TOPIC_MAX_MESSAGE_BYTES - 4 * KIBIBYTE;

/** The largest key and value together that are sure to fit. */
export const MAX_CONTENT_BYTES = MAX_RECORD_BYTES - RECORD_OVERHEAD_BYTES;

/** What goes into one request, unless a single record is larger. */
export const MAX_BATCH_BYTES = MEBIBYTE;

/** What may wait to be sent; beyond that the log is overloaded. */
export const MAX_WAITING_BYTES = 32 * MEBIBYTE;
