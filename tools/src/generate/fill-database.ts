import { parseUmid, type Umid } from '@kith/domain/identity';
import { openMongodbStore } from '@kith/mongodb';
import { MongoClient, type Db } from 'mongodb';
import { COPIED, copyPeople } from './copy-people.ts';
import { ACCOUNT, writeFirstPeople } from './first-people.ts';
import { PEOPLE_PER_COPY } from './options.ts';
import { withoutIndexes } from './without-indexes.ts';

/** A database of a server. */
export interface Place {
  readonly uri: string;
  readonly database: string;
}

/** Does something with the database, and leaves it. */
export const inDatabase = async <T>(
  { uri, database }: Place,
  work: (database: Db) => Promise<T>,
): Promise<T> => {
  const client = new MongoClient(uri);
  try {
    return await work(client.db(database));
  } finally {
    await client.close();
  }
};

/** Writes so many people and events, in thousands of people; tells how far it is. */
export const fillDatabase = async (
  place: Place,
  { profiles, events }: { readonly profiles: number; readonly events: number },
  say: (line: string) => void,
): Promise<void> => {
  const store = await openMongodbStore(place);
  try {
    say(`writing the first ${PEOPLE_PER_COPY} people`);
    await writeFirstPeople(store, PEOPLE_PER_COPY, Math.ceil(events / profiles));
  } finally {
    await store.close();
  }
  const copies = Math.ceil(profiles / PEOPLE_PER_COPY) - 1;
  const began = performance.now();
  const tell = (copy: number): void => {
    if (copy % 10 !== 0 && copy !== copies) return;
    const left = ((performance.now() - began) / copy) * (copies - copy);
    say(`${copy} of ${copies} copies of them, ${Math.round(left / 1_000)} s left`);
  };
  await inDatabase(place, (database) =>
    withoutIndexes(
      database,
      COPIED,
      () => copyPeople(database, { from: 1, to: copies }, tell),
      (name) => say(`building the indexes of ${name}`),
    ),
  );
};

/** The people. */
const LIVING = { account: ACCOUNT, state: { $in: ['visitor', 'customer'] } };

export const countPeople = (database: Db): Promise<number> =>
  database.collection('identity').countDocuments(LIVING);

/** One of the people. */
export const somebodyIn = async (database: Db): Promise<Umid> => {
  const profile = await database.collection<{ readonly _id: string }>('identity').findOne(LIVING);
  const umid = parseUmid(profile?._id.split(':').at(-1) ?? '');
  if (umid === null) throw new Error('the database holds nothing that was generated');
  return umid;
};
