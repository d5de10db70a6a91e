import type { ConsentEntry } from '@kith/domain/consent';
import type { ProfileStore } from '@kith/ports';

/** A store that remembers what no port reads back: the consent history that it took. */
export interface RecordedStore {
  readonly store: ProfileStore;
  /** In the order of the commits. */
  readonly entries: readonly ConsentEntry[];
}

export const recorded = (store: ProfileStore): RecordedStore => {
  const entries: ConsentEntry[] = [];
  return {
    entries,
    store: {
      ...store,
      commit: async (scope, commit) => {
        const outcome = await store.commit(scope, commit);
        if (outcome === 'committed') entries.push(...commit.consent);
        return outcome;
      },
      commitGroup: async (deadline, commits) => {
        const outcome = await store.commitGroup(deadline, commits);
        if (outcome === 'committed') entries.push(...commits.flatMap(({ commit }) => commit.consent));
        return outcome;
      },
    },
  };
};
