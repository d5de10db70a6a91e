import { isEmptyCommit, type Profile, type StoredProfile, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { IdentityRows, OwnedIdentifier, RedirectMark } from '@kith/domain/resolution';
import type { Signal } from '@kith/platform';
import {
  type AccountCommit,
  type AccountKeys,
  type Deadline,
  type GroupOutcome,
  loadThrough,
  type ProfileStore,
  Unavailable,
} from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { conflictsOf } from './commit-preconditions.ts';
import { writeCommit } from './commit-writes.ts';
import { linksOf } from './links.ts';
import { holdingsOf } from './shared-holders.ts';
import { suppressedOf } from './suppressions.ts';

/** Profiles in the embedded store; `changed` is notified when a commit left changes in the outbox. */
export const createProfileStore = (
  environment: Environment,
  store: StoreCollections,
  changed: Signal,
): ProfileStore => {
  const look: ProfileStore['look'] = (deadline, wanted) =>
    environment.read(deadline, () => wanted.map((one) => lookUp(store, one)));
  const leaveShortcuts = leaveShortcutsIn(environment, store);
  const commitGroup = commitGroupIn(environment, store, changed);
  return {
    look,
    leaveShortcuts,
    async load(scope, wanted) {
      const { loaded, detours } = await loadThrough(look, scope, wanted);
      if (detours.length > 0) await leaveShortcuts(scope, detours);
      return loaded;
    },
    activities: ({ account, deadline }, umids) =>
      environment.read(deadline, () =>
        umids.flatMap((umid) => store.activities.get(accountKey(account, umid)) ?? []),
      ),
    links: ({ account, deadline }, umid, limit) =>
      environment.read(deadline, () => linksOf(store, account, umid, limit)),
    stored: ({ account, deadline }, umid) =>
      environment.read(deadline, () => store.profiles.get(accountKey(account, umid)) ?? null),
    async commit({ account, deadline }, commit) {
      const outcome = await commitGroup(deadline, [{ account, commit }]);
      return outcome === 'committed' ? outcome : 'conflict';
    },
    commitGroup,
  };
};

/** What cannot be written stays as it is. */
const leaveShortcutsIn =
  (environment: Environment, store: StoreCollections): ProfileStore['leaveShortcuts'] =>
  async ({ account, deadline }, detours) => {
    const put = (): void => {
      for (const { umid, living } of detours) store.shortcuts.put(accountKey(account, umid), living);
    };
    try {
      await environment.write(deadline, put);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  };

const commitGroupIn = (environment: Environment, store: StoreCollections, changed: Signal) => {
  const apply = (commits: readonly AccountCommit[]): GroupOutcome => {
    const over = commits.flatMap(({ account, commit }) => conflictsOf(store, account, commit));
    if (over.length > 0) return { over };
    for (const { account, commit } of commits) writeCommit(store, account, commit);
    return 'committed';
  };
  return async (deadline: Deadline, commits: readonly AccountCommit[]): Promise<GroupOutcome> => {
    if (commits.every(({ commit }) => isEmptyCommit(commit))) {
      return environment.read(deadline, () => 'committed');
    }
    return environment.write(
      deadline,
      () => apply(commits),
      (outcome) => {
        const hasChanges = commits.some(({ commit }) => commit.changes.length > 0);
        if (outcome === 'committed' && hasChanges) changed.notify();
      },
    );
  };
};

/** What is stored under full keys; to be called in one read. */
const lookUp = (store: StoreCollections, { account, keys }: AccountKeys): IdentityRows => ({
  profiles: keys.umids.flatMap((umid) => profileUnder(store, account, umid)),
  devices: keys.umdids.flatMap((umdid) => store.devices.get(accountKey(account, umdid)) ?? []),
  owners: keys.identifiers.flatMap(({ name, value }): readonly OwnedIdentifier[] => {
    const owned = store.identifiers.get(accountKey(account, identifierDigest({ name, value })));
    return owned === undefined ? [] : [{ name, value, umid: owned.umid }];
  }),
  holdings: keys.shared.flatMap((identifier) => holdingsOf(store, account, identifier)),
  suppressions: suppressedOf(store, account, keys.suppressions),
});

const profileUnder = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
): readonly (Profile | RedirectMark)[] => {
  const key = accountKey(account, umid);
  const stored: StoredProfile | undefined = store.profiles.get(key);
  if (stored === undefined) return [];
  if (stored.kind === 'profile') return [stored];
  const shortcut = store.shortcuts.get(key);
  const { to, version } = stored;
  return [{ kind: 'redirect', umid, to, version, ...(shortcut === undefined ? {} : { shortcut }) }];
};
