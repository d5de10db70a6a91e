import { isNativeError } from 'node:util/types';
import type { TrackingOutcome } from '@kith/ports';

/** The value or the key has a size that the database cannot take. */
const BAD_SIZE = -30_781;

/**
 * What the encoders of values and keys say of data that they can never encode: nested too deeply, or too long. Memory
 * that cannot be had is a `RangeError` too, and is waited for.
 */
const CANNOT_BE_ENCODED: ReadonlySet<string> = new Set([
  'Maximum call stack size exceeded',
  'Invalid string length',
  'String does not fit in target buffer',
]);

/**
 * What a failed commit comes to: `refused` where the data itself can never be written, nested deeper than it can be
 * encoded or larger than anything may be. Every other failure is thrown again: a full disk is waited for.
 */
export const refusalOf = (error: unknown): TrackingOutcome => {
  if (isNativeError(error) && error.name === 'RangeError' && CANNOT_BE_ENCODED.has(error.message))
    return { kind: 'refused', why: `it cannot be encoded: ${error.message}` };
  if (isBadSize(error)) return { kind: 'refused', why: 'a key or a value of it is too large for the store' };
  throw error;
};

const isBadSize = (error: unknown): boolean =>
  isNativeError(error) &&
  (('code' in error && error.code === BAD_SIZE) || /maximum key size|MDB_BAD_VALSIZE/.test(error.message));
