import type { ConsentEntry } from '@kith/domain/consent';
import type { Commit } from '@kith/domain/identity';
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
  const record = (isCommitted: boolean, commits: readonly Commit[]): void => {
    if (isCommitted) entries.push(...commits.flatMap(({ consent }) => consent));
    else conflicts += 1;
  };
  const recording = (store: ProfileStore): ProfileStore => ({
    ...store,
    commit: async (scope, commit) => {
      const outcome = await store.commit(scope, commit);
      record(outcome === 'committed', [commit]);
      return outcome;
    },
    commitGroup: async (deadline, commits) => {
      const outcome = await store.commitGroup(deadline, commits);
      record(
        outcome === 'committed',
        commits.map(({ commit }) => commit),
      );
      return outcome;
    },
  });
  return { entries, stores: stores.map(recording), conflicts: () => conflicts };
};
