import { boundTo, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { TrackedEvent } from '@kith/domain/tracking';
import type { PersonDetails, SeenDevice } from '@kith/ports';
import { ownedKeys } from '../profiles/ownership-index.ts';
import { entriesIn } from '../profiles/consent-history.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey } from '../engine/keys.ts';
import { linksOf } from '../profiles/links.ts';
import { readEvents } from '../tracking/read-events.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/**
 * A list of devices has at most so many (docs/behaviour.md#limits-of-identity); more hints than that are stale ones.
 */
const MAX_DEVICES = 1_000;

/** What the embedded store has around profiles. */
export const createPersonDetails = (environment: Environment, store: StoreCollections): PersonDetails => ({
  activitiesByUmid: ({ account, deadline }, umids) =>
    environment.read(deadline, () =>
      mapOf(umids, (umid) => store.activities.get(accountKey(account, umid)) ?? null),
    ),
  linksByUmid: ({ account, deadline }, umids, limit) =>
    environment.read(deadline, () =>
      mapOf(umids, (umid) => unlessEmpty(linksOf(store, account, umid, limit))),
    ),
  devicesByUmid: ({ account, deadline }, umids, limit) =>
    environment.read(deadline, () =>
      mapOf(umids, (umid) => unlessEmpty(devicesOf(store, account, umid).slice(0, limit))),
    ),
  async eventsOf(scope, selections) {
    const found: (readonly TrackedEvent[])[] = [];
    for (const selection of selections) found.push(await readEvents(environment, store, scope, selection));
    return found;
  },
  consentOf: ({ account, deadline }, selections) =>
    environment.read(deadline, () =>
      selections.map(({ umid, ...range }) =>
        entriesIn(store, account, umid, { ...range, order: 'newestFirst' }),
      ),
    ),
});

const mapOf = <V>(umids: readonly Umid[], valueOf: (umid: Umid) => V | null): ReadonlyMap<Umid, V> =>
  new Map(
    umids.flatMap((umid): [Umid, V][] => {
      const value = valueOf(umid);
      return value === null ? [] : [[umid, value]];
    }),
  );

const unlessEmpty = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);

/** A hint to a device that has gone elsewhere is passed over. */
const devicesOf = (store: StoreCollections, account: AccountName, umid: Umid): readonly SeenDevice[] =>
  ownedKeys(store, account, { umid, kind: 'device' }, MAX_DEVICES)
    .flatMap((umdid): SeenDevice[] => {
      const device = store.devices.get(accountKey(account, umdid));
      const isBound = device !== undefined && boundTo(device) === umid;
      return isBound ? [{ umdid: device.umdid, lastSeen: device.lastSeen }] : [];
    })
    .sort((a, b) => b.lastSeen - a.lastSeen || (a.umdid < b.umdid ? 1 : -1));
