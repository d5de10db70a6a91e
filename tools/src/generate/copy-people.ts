import type { Db, Document } from 'mongodb';
import { FIRST_MARK } from './first-people.ts';

/** What the copies are made of: documents whose ids have the first mark. */
export const COPIED = ['identity', 'activity', 'events', 'consent_history'];

/** Documents that one insertion takes. */
const CHUNK = 5_000;

/**
 * Puts copies of the first people beside them, with ids of their own, number `from` to `to`. What is there already stays:
 * a run that was stopped can be run again.
 */
export const copyPeople = async (
  database: Db,
  { from, to }: { readonly from: number; readonly to: number },
  onCopy: (copy: number) => void,
): Promise<void> => {
  const firsts = await firstDocuments(database);
  for (let copy = from; copy <= to; copy += 1) {
    for (const [name, documents] of firsts) await insertCopies(database, name, documents, markOf(copy));
    onCopy(copy);
  }
};

const markOf = (copy: number): string => `${copy.toString(16).padStart(FIRST_MARK.length - 1, '0')}-`;

const firstDocuments = async (database: Db): Promise<ReadonlyMap<string, readonly Document[]>> => {
  const firsts = new Map<string, readonly Document[]>();
  for (const name of COPIED) {
    const documents = await database.collection(name).find().toArray();
    firsts.set(
      name,
      documents.filter((document) => JSON.stringify(document).includes(FIRST_MARK)),
    );
  }
  return firsts;
};

const insertCopies = async (
  database: Db,
  name: string,
  documents: readonly Document[],
  mark: string,
): Promise<void> => {
  const copies = documents.map((document) => copyOf(document, mark));
  for (let at = 0; at < copies.length; at += CHUNK) {
    await database
      .collection(name)
      .insertMany(copies.slice(at, at + CHUNK), { ordered: false, writeConcern: { w: 1 } });
  }
};

/** The key of an identifier is a digest: nobody looks a copied one up, it only has to be another. */
const copyOf = (document: Document, mark: string): Document => {
  const entries = Object.entries(document).map(([name, value]) => [name, marked(value, mark)]);
  const copy = Object.fromEntries(entries) as Document;
  return copy['_id'] === document['_id'] ? { ...copy, _id: `${String(document['_id'])}.${mark}` } : copy;
};

const marked = (value: unknown, mark: string): unknown => {
  if (typeof value === 'string') return value.replaceAll(FIRST_MARK, mark);
  return Array.isArray(value) ? value.map((one) => marked(one, mark)) : value;
};
