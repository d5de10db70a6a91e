import type { AccountName } from '@kith/domain/pipeline';
import {
  boundTo,
  isStrayed,
  type Device,
  type Identifier,
  type Profile,
  type Umid,
} from '@kith/domain/identity';
import type { Suppression } from '@kith/domain/privacy';
import type { Loaded, Wanted } from '@kith/domain/resolution';

import { livingKey, type Passage } from './follow-redirects.ts';
import { accountKey, identifierDigest, umidInKey } from '../engine/keys.ts';

/** Links are bounded to 32 profiles (docs/behaviour.md#links). */
const MAX_HOLDERS = 32;

/** What the aggregation of load-pipeline.ts answers. */
export interface LoadReply {
  readonly rows: readonly Row[];
  readonly profiles: readonly Passage[];
  readonly holders?: readonly Passage[];
}

/** What one of the sources holds under a wanted key. */
export type Row =
  | { readonly kind: 'device'; readonly _id: string; readonly target: string; readonly body: string }
  | { readonly kind: 'identifier'; readonly _id: string; readonly target: string }
  | { readonly kind: 'umid'; readonly _id: string }
  | { readonly kind: 'suppression'; readonly _id: string; readonly at: number }
  | { readonly kind: 'holder'; readonly of: string; readonly holder: string; readonly lastSeen: number };

/** The reply in words of the port. */
export const loadedFrom = (account: AccountName, wanted: Wanted, reply: LoadReply | undefined): Loaded => {
  const rows = reply?.rows ?? [];
  const living = livingProfiles(reply?.profiles ?? []);
  const device = deviceIn(rows);
  return {
    device,
    current: device === null ? null : currentOf(account, device, living),
    profiles: (wanted.umids ?? []).flatMap((umid) => {
      const profile = living(accountKey(account, umid));
      return profile === null ? [] : [{ umid, profile }];
    }),
    owners: (wanted.identifiers ?? []).flatMap((identifier) => ownerOf(account, identifier, rows, living)),
    holders: (wanted.shared ?? []).flatMap((identifier) =>
      holdersOf(account, identifier, rows, reply?.holders ?? []),
    ),
    ...(wanted.suppressions === undefined ? {} : { suppressions: suppressionsIn(account, rows) }),
  };
};

/**
 * The umid that the reply's device was bound to, where an unmerge has taken it from the profile that merges had led the
 * device to: the reply does not know what that umid leads to.
 */
export const strayedFrom = (account: AccountName, reply: LoadReply | undefined): Umid | null => {
  const device = deviceIn(reply?.rows ?? []);
  if (device === null) return null;
  const living = livingProfiles(reply?.profiles ?? []);
  return isStrayed(device, living(accountKey(account, device.umid))) ? boundTo(device) : null;
};

const suppressionsIn = (account: AccountName, rows: readonly Row[]): readonly Suppression[] =>
  rows.flatMap((row) =>
    row.kind === 'suppression' ? [{ key: row._id.slice(account.length + 1), at: row.at }] : [],
  );

const deviceIn = (rows: readonly Row[]): Device | null => {
  const row = rows.find(({ kind }) => kind === 'device');
  return row?.kind === 'device' ? (JSON.parse(row.body) as Device) : null;
};

const currentOf = (account: AccountName, device: Device, living: Living): Profile | null => {
  const profile = living(accountKey(account, device.umid));
  return isStrayed(device, profile) ? living(accountKey(account, boundTo(device))) : profile;
};

type Living = (key: string) => Profile | null;

/** One value per profile, however many keys lead to it. */
const livingProfiles = (passages: readonly Passage[]): Living => {
  const byKey = new Map(passages.map((passage) => [passage._id, passage]));
  const parsed = new Map<string, Profile>();
  return (start) => {
    const key = livingKey(byKey, start);
    const body = key === null ? undefined : byKey.get(key)?.body;
    if (key === null || body === undefined) return null;
    const profile = parsed.get(key) ?? (JSON.parse(body) as Profile);
    parsed.set(key, profile);
    return profile;
  };
};

const ownerOf = (
  account: AccountName,
  { name, value }: Identifier,
  rows: readonly Row[],
  living: Living,
): Loaded['owners'] => {
  const key = accountKey(account, identifierDigest({ name, value }));
  const row = rows.find((candidate) => candidate.kind === 'identifier' && candidate._id === key);
  if (row?.kind !== 'identifier') return [];
  const profile = living(row.target);
  return profile === null ? [] : [{ name, value, storedUmid: umidInKey(account, row.target), profile }];
};

const holdersOf = (
  account: AccountName,
  { name, value }: Identifier,
  rows: readonly Row[],
  passages: readonly Passage[],
): Loaded['holders'] => {
  const of = accountKey(account, identifierDigest({ name, value }));
  const byKey = new Map(passages.map((passage) => [passage._id, passage]));
  const keys = rows
    .flatMap((row) => (row.kind === 'holder' && row.of === of ? [row] : []))
    .toSorted((a, b) => b.lastSeen - a.lastSeen || (a.holder < b.holder ? 1 : -1))
    .flatMap(({ holder }) => livingKey(byKey, holder) ?? []);
  const umids: readonly Umid[] = Array.from(new Set(keys), (key) => umidInKey(account, key));
  return umids.length === 0 ? [] : [{ name, value, umids: umids.slice(0, MAX_HOLDERS) }];
};
