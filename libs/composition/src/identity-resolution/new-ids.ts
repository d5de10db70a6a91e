import { randomBytes, randomUUID } from 'node:crypto';
import type { IdsOfBatch } from '@kith/administration';
import type { ProfileId, Umdid, Umid } from '@kith/domain/identity';

/** A umid for somebody whom nothing derives one from. */
export const newUmid = (): Umid => randomUUID() as Umid;

/** A umdid for a device that cannot keep its own. */
export const newUmdid = (): Umdid => randomUUID() as Umdid;

// 144 random bits, in characters that need no escaping in a URL.
const PROFILE_ID_BYTES = 18;
export const newProfileId = (): ProfileId => randomBytes(PROFILE_ID_BYTES).toString('base64url') as ProfileId;

/**
 * Ids for a batch. Its umids have their first 32 random bits in common, so that what is written under them lies side by
 * side, and a store has few pages to write; 90 bits of each are its own, which nobody can guess either.
 */
export const idsOfBatch = (size: number): IdsOfBatch => {
  const beginning = randomUUID().slice(0, 8);
  const random = randomBytes(size * PROFILE_ID_BYTES);
  let drawn = 0;
  return {
    newUmid: () => `${beginning}${randomUUID().slice(8)}` as Umid,
    newProfileId: () => {
      if (drawn === size) return newProfileId();
      const from = drawn * PROFILE_ID_BYTES;
      drawn += 1;
      return random.toString('base64url', from, from + PROFILE_ID_BYTES) as ProfileId;
    },
  };
};
