import { randomBytes, randomUUID } from 'node:crypto';
import type { IdsOfBatch } from '@kith/administration';
import type { ProfileId, Umdid, Umid } from '@kith/domain/identity';

/** A umid for somebody whom nothing derives one from. */
export const newUmid = (): Umid => randomUUID() as Umid;

/** A umdid for a device that cannot keep its own. */
export const newUmdid = (): Umdid => randomUUID() as Umdid;

/** 144 random bits, in characters that need no escaping in a URL. */
const PROFILE_ID_BYTES = 18;
/** So many are drawn at once: asking for random bytes costs the same for few and for many. */
const DRAWN_IDS = 128;

/** Profile ids that nobody can guess. */
const drawProfileIds = (): (() => ProfileId) => {
  let random = Buffer.alloc(0);
  let from = 0;
  return () => {
    if (from === random.length) [random, from] = [randomBytes(PROFILE_ID_BYTES * DRAWN_IDS), 0];
    from += PROFILE_ID_BYTES;
    return random.toString('base64url', from - PROFILE_ID_BYTES, from) as ProfileId;
  };
};

export const newProfileId = drawProfileIds();

/**
 * Ids for a batch. Its umids have their first 32 random bits in common, so that what is written under them lies side by
 * side, and a store has few pages to write; 90 bits of each are its own, which nobody can guess either.
 */
export const idsOfBatch = (): IdsOfBatch => {
  const beginning = randomUUID().slice(0, 8);
  return {
    newUmid: () => `${beginning}${randomUUID().slice(8)}` as Umid,
    newProfileId,
  };
};
