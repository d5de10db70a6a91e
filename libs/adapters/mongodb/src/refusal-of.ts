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

/**
 * Why what was written can never be: it cannot be encoded, or the server refuses it by its size. null for every other
 * failure: an outage, a conflict, a full disk and a rule that an operator can change are waited for.
 */
export const refusalOf = (error: unknown): string | null => {
  if (isNativeError(error) && error.name === 'RangeError') return `it cannot be encoded: ${error.message}`;
  if (!(error instanceof MongoServerError)) return null;
  const name = nameOf(Number(error.code), error.message);
  return name === undefined ? null : `the store refuses it: ${name}`;
};

/** Of a document that is too large to be inserted the server says no more than `BadValue`. */
const nameOf = (code: number, message: string): string | undefined =>
  code === BAD_VALUE && message.includes('too large') ? 'BSONObjectTooLarge' : REFUSALS.get(code);
