import type { Profile, ProfileState } from '@kith/domain/identity';
import type { PersonSelection, ProfileCatalogue, Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { LivingDocument } from '../engine/documents.ts';
import { placeRange } from '../engine/person-place.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** The server might try the index of the other order, and sort. */
const INDEXES = { created: 'byCreation', changed: 'byChange' } as const;
const STATES: readonly ProfileState[] = ['visitor', 'customer'];
/** Ranges of an index that the server merges in their order are states times sources; of more it would sort. */
const SOURCES_PER_QUERY = 90;

/** Lists the persons in MongoDB. */
export const createProfileCatalogue = (connection: Connection): ProfileCatalogue => ({
  async persons(scope, selection) {
    const states = selection.state === undefined ? STATES : [selection.state];
    const sources =
      selection.source === undefined ? await sourcesOf(connection, scope, states) : [selection.source];
    const parts = Array.from({ length: Math.ceil(sources.length / SOURCES_PER_QUERY) }, (_, index) =>
      sources.slice(index * SOURCES_PER_QUERY, (index + 1) * SOURCES_PER_QUERY),
    );
    const found = await Promise.all(
      parts.map((some) => personsFrom(connection, scope, selection, { states, sources: some })),
    );
    const inOrder = found.length > 1 ? found.flat().toSorted(byPlace(selection)) : found.flat();
    return inOrder.slice(0, selection.limit).map(({ body }) => JSON.parse(body) as Profile);
  },
});

/** Every source that a profile has, one key of the index each. */
const sourcesOf = (
  connection: Connection,
  { account, deadline }: Scope,
  states: readonly ProfileState[],
): Promise<readonly string[]> =>
  connection.call(deadline, (bounds) =>
    connection.database
      .collection<LivingDocument>(COLLECTIONS.identity)
      .distinct('source', { account, state: { $in: states } }, bounds),
  );

/** What of the index is read: each state with each source. */
interface IndexRanges {
  readonly states: readonly ProfileState[];
  readonly sources: readonly string[];
}

const personsFrom = (
  connection: Connection,
  { account, deadline }: Scope,
  selection: PersonSelection,
  { states, sources }: IndexRanges,
): Promise<readonly LivingDocument[]> => {
  const { by, order, limit } = selection;
  const filter = {
    account,
    state: { $in: states },
    source: { $in: sources },
    [by]: placeRange(selection),
  };
  return connection.call(deadline, (bounds) =>
    connection.database
      .collection<LivingDocument>(COLLECTIONS.identity)
      .find(filter, { ...bounds, projection: { [by]: 1, body: 1 }, batchSize: limit + 1 })
      .hint(INDEXES[by])
      .sort({ [by]: order === 'newestFirst' ? -1 : 1 })
      .limit(limit)
      .toArray(),
  );
};

const byPlace =
  ({ by, order }: PersonSelection) =>
  (a: LivingDocument, b: LivingDocument): number =>
    a[by] < b[by] === (order === 'newestFirst') ? 1 : -1;
