import { isNativeError } from 'node:util/types';
import { MongoServerError } from 'mongodb';

/** Answers of a server that the same document gets for ever, by their codes. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [15, 'Overflow'],
  [22, 'InvalidBSON'],
  [257, 'TransactionTooLarge'],
  [10_334, 'BSONObjectTooLarge'],
  [17_280, 'KeyTooLong'],
  [17_419, 'DocumentTooLarge'],
  [17_420, 'DocumentTooLarge'],
]);
const BAD_VALUE = 2;

/** What JSON says of data that it can never encode: nested too deeply, or too long. */
const NO_JSON: ReadonlySet<string> = new Set(['Maximum call stack size exceeded', 'Invalid string length']);
/** What the driver's encoder comes to with a document that is larger than its buffer. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/**
 * Why what was written can never be: it cannot be encoded, or the server refuses it by its size. null for every other
 * failure: an outage, a conflict, a full disk and a rule that an operator can change are waited for.
 */
export const refusalOf = (error: unknown): string | null => {
  if (isNativeError(error) && cannotBeEncoded(error)) return `it cannot be encoded: ${error.message}`;
  if (!(error instanceof MongoServerError)) return null;
  const name = nameOf(Number(error.code), error.message);
  return name === undefined ? null : `the store refuses it: ${name}`;
};

/** Memory that cannot be had is a `RangeError` too, and is waited for. */
const cannotBeEncoded = (error: Error): boolean => {
  if (error.name !== 'RangeError') return false;
  if (NO_JSON.has(error.message)) return true;
  return 'code' in error && NO_ROOM.has(error.code) && error.message.includes('"offset"');
};

/** Of a document that is too large to be inserted the server says no more than `BadValue`. */
const nameOf = (code: number, message: string): string | undefined =>
  code === BAD_VALUE && message.includes('too large') ? 'BSONObjectTooLarge' : REFUSALS.get(code);
