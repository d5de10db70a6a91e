import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import { uuidFromBytes } from './ids.ts';
import type { Umdid, Umid } from './ids.ts';

/**
 * The first umid of a device. Everybody who holds the secret derives the same one, so that an emptied cache, a creation
 * still on its way and parallel first requests agree without a look-up (docs/behaviour.md#ids).
 */
export const deriveFirstUmid = (mac: Mac, account: AccountName, umdid: Umdid): Umid =>
  uuidFromBytes(mac('umid', account, umdid)) as Umid;
