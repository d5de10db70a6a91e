import { isEmptyCommit } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { ProfileStore } from '@kith/ports';
import { preconditionsHold } from './commit-preconditions.ts';
import { writeCommit } from './commit-writes.ts';
import { accountKey } from '../engine/keys.ts';
import { linksOf } from './links.ts';
import { loadWanted } from './load-profiles.ts';
import type { Environment } from '../engine/environment.ts';
import { detoursIn, leaveShortcuts } from './shorten-redirects.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Profiles in the embedded store; `changed` is notified when a commit left changes in the outbox. */
export const createProfileStore = (
  environment: Environment,
  store: StoreCollections,
  changed: Signal,
): ProfileStore => ({
  async load(scope, wanted) {
    const { account, deadline } = scope;
    const { loaded, detours } = await environment.read(deadline, () => {
      const found = loadWanted(store, account, wanted);
      return { loaded: found, detours: detoursIn(store, account, found) };
    });
    if (detours.length > 0) await leaveShortcuts(environment, store, scope, detours);
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
    const apply = (): 'committed' | 'conflict' => {
      if (!preconditionsHold(store, account, commit)) return 'conflict';
      writeCommit(store, account, commit);
      return 'committed';
    };
    if (isEmptyCommit(commit)) return environment.read(deadline, () => 'committed');
    return environment.write(deadline, apply, (outcome) => {
      if (outcome === 'committed' && commit.changes.length > 0) changed.notify();
    });
  },
});
