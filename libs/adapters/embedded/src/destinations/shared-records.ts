import type { SharedRecord } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { DestinationPlace, SharedRecords } from '@kith/ports';
import type { DestinationCollections } from '../engine/destination-collections.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, beyond, forwards } from '../engine/keys.ts';
import type { EndRemovals } from './end-removals.ts';

/** What was shared with one destination. */
export const createSharedRecords = (
  environment: Environment,
  store: DestinationCollections,
  endRemovals: EndRemovals,
  place: DestinationPlace,
): SharedRecords => {
  const { account, destination } = place;
  const keyOf = (umid: Umid) => accountKey(account, destination, umid);
  return {
    find: (deadline, umids) =>
      environment.read(deadline, () => {
        const records = umids.flatMap((umid) => store.sharedRecords.get(keyOf(umid)) ?? []);
        return new Map(records.map((record) => [record.umid, record]));
      }),
    save: (deadline, records) =>
      environment.write(deadline, () => {
        for (const record of records) store.sharedRecords.put(keyOf(record.umid), record);
      }),
    remove: (deadline, { umid, since }) =>
      endRemovals({ account, deadline }, () => {
        const record = store.sharedRecords.get(keyOf(umid));
        if (record?.since !== since) return { result: undefined, ended: [] };
        store.sharedRecords.remove(keyOf(umid));
        return { result: undefined, ended: [record] };
      }),
    page: (deadline, after, limit) =>
      environment.read(deadline, () => recordsBehind(store, place, after, limit)),
    count: (deadline, max) =>
      environment.read(
        deadline,
        () => store.sharedRecords.keys({ ...forwards(account, destination), limit: max }).length,
      ),
  };
};

const recordsBehind = (
  store: DestinationCollections,
  { account, destination }: DestinationPlace,
  after: Umid | null,
  limit: number,
): readonly SharedRecord[] => {
  const start = after === null ? {} : { start: [account, destination, after] };
  const range = { ...forwards(account, destination), ...start, limit: limit + 1 };
  return store.sharedRecords
    .values(range)
    .filter(({ umid }) => umid !== after)
    .slice(0, limit);
};

/** The destinations of an account with shared records; a step of the index for each. */
export const destinationsWithRecords = (
  store: Pick<DestinationCollections, 'sharedRecords'>,
  account: AccountName,
): readonly string[] => {
  const names: string[] = [];
  let range = forwards(account);
  for (;;) {
    const [key] = store.sharedRecords.keys({ ...range, limit: 1 });
    if (key === undefined) return names;
    const name = String(key[1]);
    names.push(name);
    range = beyond([account], name);
  }
};
