import type { Mac, Macs } from '../../mac.ts';
import type { AccountName } from '../../pipeline/account-rules.ts';
import { uuidFromBytes, type Umdid, type Umid } from './ids.ts';
import { hexOf } from '../../hex.ts';

/** The first hexadecimal digits of an id name its bucket: 12 bits, 4,096 buckets. */
const BUCKET_DIGITS = 3;

/**
 * The first umid of a device. Everybody who holds the secret derives the same one, so that an emptied cache, a creation
 * still on its way and parallel first requests agree without a look-up (docs/behaviour.md#ids). Both are of one bucket,
 * so that what is stored of a visitor lies in one place.
 */
export const deriveFirstUmid = (mac: Mac, account: AccountName, umdid: Umdid): Umid =>
  `${umdid.slice(0, BUCKET_DIGITS)}${uuidFromBytes(mac('umid', account, umdid)).slice(BUCKET_DIGITS)}` as Umid;

/** The keyed hashes of an `Idempotency-Key`, as a device remembers it: one per accepted secret, the first secret's first. */
export const deriveRetryKeys = (
  macs: Macs,
  account: AccountName,
  umdid: Umdid,
  key: string,
): readonly string[] => macs('retry', account, umdid, 'key', key).map((mac) => hexOf(mac.subarray(0, 16)));
