import type { ConsentEntry } from '@kith/domain/consent';
import type { ProfileStore } from '@kith/ports';

/** Stores that remember what no port reads back: the consent history that they took. */
export interface RecordedStores {
  readonly stores: readonly ProfileStore[];
  /** In the order of the commits. */
  readonly entries: readonly ConsentEntry[];
  /** How many commits came too late so far. */
  conflicts(): number;
}

/** Stores over the same data, their history one. */
export const recorded = (stores: readonly ProfileStore[]): RecordedStores => {
  const entries: ConsentEntry[] = [];
  let conflicts = 0;
  const recording = (store: ProfileStore): ProfileStore => ({
    ...store,
    commit: async (scope, commit) => {
      const outcome = await store.commit(scope, commit);
      if (outcome === 'committed') entries.push(...commit.consent);
      else conflicts += 1;
      return outcome;
    },
  });
  return { entries, stores: stores.map(recording), conflicts: () => conflicts };
};
