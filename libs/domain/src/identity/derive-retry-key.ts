import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { Umdid } from './ids.ts';

/** The keyed hash of an `Idempotency-Key`, as a device remembers it. */
export const deriveRetryKey = (mac: Mac, account: AccountName, umdid: Umdid, key: string): string =>
  Array.from(mac('retry', account, umdid, 'key', key).subarray(0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
