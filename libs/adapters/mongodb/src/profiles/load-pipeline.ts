import type { AccountName } from '@kith/domain/pipeline';
import type { Identifier } from '@kith/domain/identity';
import type { Wanted } from '@kith/domain/resolution';

import type { Document } from 'mongodb';
import type { Way } from './follow-redirects.ts';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/**
 * Links are bounded to 32 profiles (docs/behaviour.md#links); others of the holdings were merged into the same ones.
 */
const MAX_HOLDINGS = 256;

/** One question to one collection; its rows tell by `kind` what they are. */
interface Source {
  readonly collection: string;
  readonly pipeline: Document[];
}

/** A question to the database that brings everything at once. */
export interface LoadQuestion {
  readonly collection: string;
  readonly pipeline: Document[];
}

/**
 * Everything that the wanted keys lead to as one aggregation, so that it is one round trip and, read with a snapshot,
 * of one moment: the rows of all sources, and the profiles that they name with all redirects on the way. Every part of
 * it looks up full keys. Null where nothing is wanted. By `next` the way is short, and may have become another one.
 */
export const loadQuestion = (account: AccountName, wanted: Wanted, way: Way): LoadQuestion | null => {
  const [first, ...others] = sourcesOf(account, wanted);
  if (first === undefined) return null;
  const { collection, pipeline } = first;
  return {
    collection,
    pipeline: [
      ...pipeline,
      ...others.map(({ collection: coll, pipeline: own }) => ({ $unionWith: { coll, pipeline: own } })),
      {
        $group: { _id: null, rows: { $push: '$$ROOT' }, targets: unique('$target'), held: unique('$holder') },
      },
      followRedirects(way, '$targets', 'profiles'),
      ...((wanted.shared ?? []).length === 0 ? [] : [followRedirects(way, '$held', 'holders')]),
      { $project: { rows: 1, ...shown('profiles'), 'profiles.body': 1, ...shown('holders') } },
    ],
  };
};

const shown = (member: string): Document =>
  Object.fromEntries(['_id', 'to', 'next', 'absorbed'].map((one) => [`${member}.${one}`, 1]));

const sourcesOf = (account: AccountName, wanted: Wanted): readonly Source[] => [
  ...keyed(COLLECTIONS.devices, wanted.umdid === undefined ? [] : [accountKey(account, wanted.umdid)], {
    kind: 'device',
    target: 1,
    body: 1,
  }),
  ...keyed(COLLECTIONS.identifiers, (wanted.identifiers ?? []).map(keyOf(account)), {
    kind: 'identifier',
    target: 1,
  }),
  ...keyed(
    COLLECTIONS.profiles,
    (wanted.umids ?? []).map((umid) => accountKey(account, umid)),
    {
      kind: 'umid',
      target: '$_id',
    },
  ),
  ...keyed(
    COLLECTIONS.suppressions,
    (wanted.suppressions ?? []).map((key) => accountKey(account, key)),
    { kind: 'suppression', at: 1 },
  ),
  ...(wanted.shared ?? []).map((identifier) => holdersOf(keyOf(account)(identifier))),
];

const keyOf =
  (account: AccountName) =>
  (identifier: Identifier): string =>
    accountKey(account, identifierDigest(identifier));

const keyed = (collection: string, keys: readonly string[], shown: Document): readonly Source[] =>
  keys.length === 0
    ? []
    : [{ collection, pipeline: [{ $match: { _id: { $in: keys } } }, { $project: shown }] }];

const holdersOf = (of: string): Source => ({
  collection: COLLECTIONS.holders,
  pipeline: [
    { $match: { of } },
    { $sort: { lastSeen: -1, holder: -1 } },
    { $limit: MAX_HOLDINGS },
    { $project: { kind: 'holder', of: 1, holder: 1, lastSeen: 1 } },
  ],
});

/** A row that has no such member adds nothing. */
const unique = (member: string): Document => ({ $addToSet: member });

const followRedirects = (way: Way, startWith: string, as: string): Document => ({
  $graphLookup: {
    from: COLLECTIONS.profiles,
    startWith,
    connectFromField: way,
    connectToField: '_id',
    as,
  },
});
