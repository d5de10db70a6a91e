import { createMemoryUmidCache } from '@kith/embedded';
import { createAdministration, createResolver, rulesInForce } from '@kith/identity-resolution';
import { createKeyring, createLive } from '@kith/platform';
import type { Outbox, ProfileStore, TrackingStore } from '@kith/ports';
import { randomProfileId, randomUmdid, randomUmid } from '@kith/testing';
import type { UnmergingStage } from '@kith/testing';

/** What the use cases stand on. */
export interface Stores {
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly outbox: Outbox;
}

/** The use cases as identity-resolver runs them, over the given stores. */
export const unmergingStage = ({ profiles, tracking, outbox }: Stores): UnmergingStage => {
  const cache = createMemoryUmidCache({ clock: Date.now, maxEntries: 1_000 });
  const keyring = createKeyring({
    umid: ['the umid secret of this suite'],
    chain: ['its chain secret'],
    suppression: ['its suppression secret'],
  });
  return {
    profiles,
    tracking,
    outbox,
    cache,
    useCasesOf: (account) => {
      const accounts = new Map([[account.name, account]]);
      const { live } = createLive({ accounts, pipelines: new Map() });
      const resolver = createResolver({
        store: profiles,
        cache,
        rules: live.map(rulesInForce),
        mac: keyring.mac,
        macs: keyring.macs,
        newUmid: randomUmid,
        newUmdid: randomUmdid,
        newProfileId: randomProfileId,
        metrics: { decided: () => undefined, conflicted: () => undefined },
      });
      const administration = createAdministration({ profiles, cache, configuration: live, keyring });
      return { resolver, administration, mac: keyring.mac };
    },
  };
};
