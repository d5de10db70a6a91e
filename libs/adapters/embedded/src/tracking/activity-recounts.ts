import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { ActivityRecounts, RecountLook, RecountSelection } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey, backwards, forwards } from '../engine/keys.ts';
import { someEvents } from './read-events.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Counts stored events again in the embedded store. */
export const createActivityRecounts = (
  environment: Environment,
  store: StoreCollections,
): ActivityRecounts => ({
  activeUmids: ({ account, deadline }, after, limit) =>
    environment.read(deadline, () => umidsBehind(store, account, after, limit)),
  look: ({ account, deadline }, selection) =>
    environment.read(deadline, () => lookAt(store, account, selection)),
  replace: ({ account, deadline }, umid, read, next) =>
    environment.write(deadline, () => {
      const key = accountKey(account, umid);
      // Stored values are JSON: what was read says the same text again.
      if (JSON.stringify(store.activities.get(key)) !== JSON.stringify(read)) return false;
      store.activities.put(key, next);
      return true;
    }),
});

const umidsBehind = (
  store: StoreCollections,
  account: AccountName,
  after: Umid | null,
  limit: number,
): readonly Umid[] => {
  const all = forwards(account);
  const start = after === null ? all.start : accountKey(account, after);
  return store.activities
    .keys({ ...all, start, limit: limit + 1 })
    .map((key) => String(key[1]) as Umid)
    .filter((umid) => umid !== after)
    .slice(0, limit);
};

const lookAt = (
  store: StoreCollections,
  account: AccountName,
  { umid, limit, after, receivedFrom }: RecountSelection,
): RecountLook | null => {
  const activity = store.activities.get(accountKey(account, umid));
  if (activity === undefined) return null;
  const all = backwards(account, umid);
  const start = after === null ? all.start : accountKey(account, umid, after.time, after.id);
  const events = someEvents(store, { ...all, start }, after ?? undefined, limit);
  const last = events.length < limit ? undefined : events.at(-1);
  const next = last === undefined ? null : { time: last.time, id: last.id };
  return {
    activity,
    page: { events: events.filter(({ receivedAt }) => receivedAt >= receivedFrom), next },
  };
};
