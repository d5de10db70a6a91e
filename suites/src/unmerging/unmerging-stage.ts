import type { Outbox, ProfileStore, TrackingStore } from '@kith/ports';
import type { UnmergingStage } from '@kith/testing';
import { keyringOf, memoryCache, useCasesOver } from '../use-cases/use-cases-over.ts';

export interface Stores {
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
}

/** The use cases as identity-resolver runs them, over the given stores. */
export const unmergingStage = ({ profiles, tracking, outbox }: Stores): UnmergingStage => {
  const [cache, keyring] = [memoryCache(), keyringOf()];
  return {
    profiles,
    tracking,
    outbox,
    cache,
    useCasesOf: (account) => ({
      ...useCasesOver(profiles, account, { keyring, cache }),
      mac: keyring.mac,
    }),
  };
};
