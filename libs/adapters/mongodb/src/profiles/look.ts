import type { Device, Identifier, SharedHolding } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { MAX_HOLDINGS, type IdentityKeys, type IdentityRows } from '@kith/domain/resolution';
import type { AccountKeys, Deadline, ProfileStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type {
  DeviceDocument,
  HolderDocument,
  IdentifierDocument,
  IdentityDocument,
  ProfileDocument,
  SuppressionDocument,
} from '../engine/documents.ts';
import { profileOrMark } from '../engine/identity-documents.ts';
import {
  deviceKey,
  holdersAround,
  identifierKey,
  lastPart,
  profileKey,
  suppressionKey,
} from '../engine/identity-keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { unionOf, type Question } from '../engine/union-of.ts';

/** Everything that a look shows; not the journals of redirects, nor what documents are listed by. */
const SHOWN = { body: 1, to: 1, shortcut: 1, version: 1, of: 1, at: 1 } as const;

/** What is stored under full keys, in one `find`; holders of shared identifiers are asked for beside it. */
export const lookIn =
  (connection: Connection): ProfileStore['look'] =>
  async (deadline, wanted) => {
    const [found, holdings] = await Promise.all([
      documentsOf(connection, deadline, wanted),
      holdingsOf(connection, deadline, wanted),
    ]);
    return wanted.map((one, index) => ({ ...rowsOf(one, found), holdings: holdings[index] ?? [] }));
  };

type FoundDocuments = ReadonlyMap<string, IdentityDocument>;

const documentsOf = async (
  connection: Connection,
  deadline: Deadline,
  wanted: readonly AccountKeys[],
): Promise<FoundDocuments> => {
  const keys = [...new Set(wanted.flatMap(({ account, keys: own }) => fullKeys(account, own)))];
  const documents = await connection.call(deadline, async (bounds) =>
    keys.length === 0 ? [] : findIn(connection, keys, bounds),
  );
  return new Map(documents.map((document) => [document._id, document]));
};

/**
 * Up the keys, and so suppressions last: an index entry is never older than one that was read before it. It is no
 * snapshot; whoever writes by what it shows states the versions (docs/decisions/0042-identity-collection.md).
 */
const findIn = (connection: Connection, keys: readonly string[], bounds: object) =>
  connection.database
    .collection<IdentityDocument>(COLLECTIONS.identity)
    .find({ _id: { $in: [...keys] } }, { ...bounds, projection: SHOWN, batchSize: keys.length + 1 })
    .sort({ _id: 1 })
    .toArray();

const fullKeys = (account: AccountName, keys: IdentityKeys): readonly string[] => [
  ...keys.umdids.map((umdid) => deviceKey(account, umdid)),
  ...keys.identifiers.map((identifier) => identifierKey(account, identifier)),
  ...keys.umids.map((umid) => profileKey(account, umid)),
  ...keys.suppressions.map((key) => suppressionKey(account, key)),
];

const rowsOf = ({ account, keys }: AccountKeys, found: FoundDocuments): Omit<IdentityRows, 'holdings'> => {
  /** The key says of what kind a document is. */
  const at = <T extends IdentityDocument>(key: string): readonly T[] => {
    const document = found.get(key);
    return document === undefined ? [] : [document as T];
  };
  return {
    profiles: keys.umids.flatMap((umid) => at<ProfileDocument>(profileKey(account, umid)).map(profileOrMark)),
    devices: keys.umdids.flatMap((umdid) =>
      at<DeviceDocument>(deviceKey(account, umdid)).map(({ body }) => JSON.parse(body) as Device),
    ),
    owners: keys.identifiers.flatMap(({ name, value }) =>
      at<IdentifierDocument>(identifierKey(account, { name, value })).map(({ of }) => ({
        name,
        value,
        umid: lastPart(of),
      })),
    ),
    suppressions: keys.suppressions.flatMap((key) =>
      at<SuppressionDocument>(suppressionKey(account, key)).map((document) => ({ key, at: document.at })),
    ),
  };
};

/** A `find` cannot bound how many it brings of each: a union of bounded questions can, in one round trip as well. */
const holdingsOf = async (
  connection: Connection,
  deadline: Deadline,
  wanted: readonly AccountKeys[],
): Promise<readonly (readonly SharedHolding[])[]> => {
  const questions = wanted.flatMap(({ account, keys }) => keys.shared.map((one) => recentOf(account, one)));
  if (questions.length === 0) return [];
  const answers = await unionOf<HolderDocument>(connection, deadline, COLLECTIONS.identity, questions);
  let next = 0;
  return wanted.map(({ keys }) =>
    keys.shared.flatMap(({ name, value }) =>
      (answers[next++] ?? []).map(({ _id, lastSeen }) => ({ name, value, umid: lastPart(_id), lastSeen })),
    ),
  );
};

const recentOf = (account: AccountName, identifier: Identifier): Question => ({
  limit: MAX_HOLDINGS,
  stages: [
    { $match: { around: holdersAround(account, identifier) } },
    { $sort: { lastSeen: -1, _id: -1 } },
    { $limit: MAX_HOLDINGS },
    { $project: { lastSeen: 1 } },
  ],
});
