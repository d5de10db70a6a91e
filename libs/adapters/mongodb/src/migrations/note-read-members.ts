import type { Profile } from '@kith/domain/identity';
import type { TrackedEvent } from '@kith/domain/tracking';
import type { Db, Document } from 'mongodb';
import type { EventDocument } from '../engine/documents.ts';
import { placesOf } from '../engine/person-place.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { countedBy } from '../engine/stored-values.ts';
import { FORMER_COLLECTIONS, type FormerLiving } from './former-collections.ts';

const DOCUMENTS_PER_WRITE = 1_000;

/** What a document that was stored before is found by again, and what is written beside it. */
interface Change {
  readonly filter: Document & { readonly _id: string };
  readonly set: Document;
}

/** Writes beside profiles and events that were stored before what they are listed and counted by. */
export const noteReadMembers = async (database: Db): Promise<void> => {
  const listed = { created: { $exists: false }, body: { $exists: true } };
  await changeAll<FormerLiving>(database, FORMER_COLLECTIONS.profiles, listed, ({ _id, version, body }) => {
    const profile = JSON.parse(body) as Profile;
    return { filter: { _id, version }, set: { source: profile.source, ...placesOf(profile) } };
  });
  const counted = { account: { $exists: false } };
  await changeAll<EventDocument>(database, COLLECTIONS.events, counted, ({ _id, body, of }) => {
    const event = JSON.parse(body) as TrackedEvent;
    return { filter: { _id }, set: countedBy(of.slice(0, -event.umid.length - 1), event) };
  });
};

/** In bounded steps; what one has done is not found again where all of it is begun anew. */
const changeAll = async <T>(
  database: Db,
  name: string,
  outdated: Document,
  changeOf: (document: T) => Change,
): Promise<void> => {
  const collection = database.collection<{ readonly _id: string }>(name);
  const write = async (changes: readonly Change[]): Promise<void> => {
    const updates = changes.map(({ filter, set }) => ({ updateOne: { filter, update: { $set: set } } }));
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
  };
  let changes: Change[] = [];
  for await (const document of collection.find(outdated)) {
    changes.push(changeOf(document as T));
    if (changes.length < DOCUMENTS_PER_WRITE) continue;
    await write(changes);
    changes = [];
  }
  await write(changes);
};
