import { Unavailable } from '@kith/ports';
import { MongoBulkWriteError, type Db, type Document } from 'mongodb';
import { DUPLICATE_KEY } from '../engine/apply-writes.ts';
import type { IdentityDocument } from '../engine/documents.ts';
import {
  makeCollection,
  refuseAll,
  refuseNothing,
  removeCollection,
  replaceByRefusing,
  type TellProgress,
} from '../engine/migration.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { FORMER_COLLECTIONS } from './former-collections.ts';
import { IDENTITY_INDEXES } from './make-layout.ts';
import {
  deviceOfFormer,
  holderOfFormer,
  identifierOfFormer,
  linkOfFormer,
  profileOfFormer,
  suppressionOfFormer,
} from './identity-of-former.ts';

const MAX_DOCUMENTS_PER_WRITE = 1_000;

/** How each former collection's documents read now. */
const TAKING: Readonly<Record<keyof typeof FORMER_COLLECTIONS, (former: never) => IdentityDocument>> = {
  profiles: profileOfFormer,
  identifiers: identifierOfFormer,
  holders: holderOfFormer,
  devices: deviceOfFormer,
  links: linkOfFormer,
  suppressions: suppressionOfFormer,
};

const FORMER_NAMES = Object.values(FORMER_COLLECTIONS);

/**
 * Puts what six collections held into one, and leaves empty ones that take nothing in their place: a program of before
 * that still runs is refused by the server, and what it would write is not lost in silence. Where it is cut off before
 * everything has been copied, it begins anew with an empty collection; from then on only the former ones are left.
 */
export const takeOverIdentity = async (database: Db, tell: TellProgress): Promise<void> => {
  if (!(await isCopied(database))) {
    await removeCollection(database, COLLECTIONS.identity);
    await makeCollection(database, COLLECTIONS.identity);
    await copyAll(database, tell);
    // An index that is built over what is there costs a fraction of one that grows with it.
    await makeCollection(database, COLLECTIONS.identity, IDENTITY_INDEXES);
    await noteCopied(database);
  }
  for (const name of FORMER_NAMES) await replaceByRefusing(database, name);
};

/** The note of `schema` that nothing has to be copied any more. It stays: without it a copy would begin. */
const COPIED = 'identity copied';

const notes = (database: Db) => database.collection<{ readonly _id: string }>('schema');

const isCopied = async (database: Db): Promise<boolean> =>
  (await notes(database).findOne({ _id: COPIED })) !== null;

/**
 * Nobody writes while it is counted: what came before is counted, what comes later is refused. Two processes may copy at
 * once where one was held up for longer than its lock: none removes what is not copied.
 */
const noteCopied = async (database: Db): Promise<void> => {
  for (const name of FORMER_NAMES) {
    await makeCollection(database, name);
    await refuseAll(database, name);
  }
  if (!(await isAllThere(database))) {
    for (const name of FORMER_NAMES) await refuseNothing(database, name);
    throw new Unavailable('mongodb', 'somebody else writes to the collections that are being taken over');
  }
  await notes(database).updateOne({ _id: COPIED }, { $set: { at: new Date() } }, { upsert: true });
};

const isAllThere = async (database: Db): Promise<boolean> => {
  const counts = await Promise.all(FORMER_NAMES.map((name) => database.collection(name).countDocuments()));
  const there = await database.collection(COLLECTIONS.identity).countDocuments();
  return there === counts.reduce((sum, count) => sum + count, 0);
};

const copyAll = async (database: Db, tell: TellProgress): Promise<void> => {
  const counts = await Promise.all(
    FORMER_NAMES.map((name) => database.collection(name).estimatedDocumentCount()),
  );
  const all = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const name of FORMER_NAMES) {
    const documentOf = TAKING[name] as (former: Document) => IdentityDocument;
    for await (const part of partsOf(database, name)) {
      await insertAbsent(database, part.map(documentOf));
      done += part.length;
      tell(done, Math.max(all, done));
    }
  }
};

const partsOf = async function* (database: Db, name: string): AsyncGenerator<readonly Document[]> {
  let part: Document[] = [];
  for await (const document of database.collection(name).find({}, { batchSize: MAX_DOCUMENTS_PER_WRITE })) {
    part.push(document);
    if (part.length < MAX_DOCUMENTS_PER_WRITE) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
};

/** What is there already has been copied by another process just now. */
const insertAbsent = async (database: Db, documents: readonly IdentityDocument[]): Promise<void> => {
  try {
    await database
      .collection<IdentityDocument>(COLLECTIONS.identity)
      .insertMany([...documents], { ordered: false });
  } catch (error) {
    const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (errors.length === 0 || !errors.every(({ code }) => code === DUPLICATE_KEY)) throw error;
  }
};
