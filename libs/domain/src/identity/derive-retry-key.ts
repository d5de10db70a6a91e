import { hexOf } from '../hex.ts';
import type { Macs } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { Umdid } from './ids.ts';

/** The keyed hashes of an `Idempotency-Key`, as a device remembers it: one per accepted secret, the first secret's first. */
export const deriveRetryKeys = (
  macs: Macs,
  account: AccountName,
  umdid: Umdid,
  key: string,
): readonly string[] => macs('retry', account, umdid, 'key', key).map((mac) => hexOf(mac.subarray(0, 16)));
