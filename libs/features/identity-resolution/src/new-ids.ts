import { randomBytes, randomUUID } from 'node:crypto';
import type { ProfileId, Umdid, Umid } from '@kith/domain/identity';

/** A umid for somebody whom nothing derives one from. */
export const newUmid = (): Umid => randomUUID() as Umid;

/** A umdid for a device that cannot keep its own. */
export const newUmdid = (): Umdid => randomUUID() as Umdid;

// 144 random bits, in characters that need no escaping in a URL.
export const newProfileId = (): ProfileId => randomBytes(18).toString('base64url') as ProfileId;
