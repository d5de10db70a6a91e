import type { Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { GivenDocument } from './delivery-documents.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** The destinations of an account that have notes of whom they were given; a look at the index for each. */
export const notedDestinations = async (connection: Connection, scope: Scope): Promise<readonly string[]> => {
  const names: string[] = [];
  let range: KeyBounds = keysBehind(scope.account);
  for (;;) {
    const key = await firstKey(connection, scope, range);
    if (key === null) return names;
    const place = key.slice(0, key.lastIndexOf(':'));
    const name = place.slice(scope.account.length + 1);
    // Another account, whose name goes on with a colon, lies in between.
    if (!name.includes(':')) names.push(name);
    range = { $gte: keysBehind(place).$lt, $lt: range.$lt };
  }
};

type KeyBounds = ({ readonly $gt: string } | { readonly $gte: string }) & { readonly $lt: string };

const firstKey = async (
  { database, call }: Connection,
  { deadline }: Scope,
  range: KeyBounds,
): Promise<string | null> => {
  const found = await call(deadline, (bounds) =>
    database
      .collection<GivenDocument>(COLLECTIONS.given)
      .findOne({ _id: range }, { ...bounds, sort: { _id: 1 }, projection: { _id: 1 } }),
  );
  return found?._id ?? null;
};
