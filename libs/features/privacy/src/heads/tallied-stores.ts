import { byBucket, tallyHeads, type HeadChange, type HeadTally } from '@kith/domain/consent';
import { headsWithout, type Put } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { ExpiryStore, PrivacyStore, ProfileStore, Scope } from '@kith/ports';
import { takeOverHeads, type HeadTallyDeps } from './take-over-heads.ts';

/** How often a write is tried again because somebody else had tallied the same bucket. */
const MAX_TRIES = 10;

type Tallies = readonly Put<HeadTally>[];

/** Whether every head of an account is tallied, for whoever writes or checks them. */
export type HeadsTallied = (account: AccountName) => Promise<void>;

/** A write that changes heads: it takes the tallies along, and nothing of it happens where it comes to a conflict. */
interface TalliedWrite<T> {
  readonly heads: readonly HeadChange[];
  readonly write: (tallies: Tallies) => Promise<T>;
  readonly isConflict: (outcome: T) => boolean;
}

/** The same of several accounts: the tallies are in their order. */
interface TalliedGroup<T> {
  readonly write: (tallies: readonly Tallies[]) => Promise<T>;
  readonly isConflict: (outcome: T) => boolean;
}

/** The stores whose writes end, begin or go on with consent chains. */
interface HeadStores {
  readonly profiles: ProfileStore;
  readonly consentHistory: HeadTallyDeps['consentHistory'];
  readonly privacy: PrivacyStore;
  readonly expiry?: ExpiryStore;
}

/** Stores that tally the heads which a commit, an erasure or an expiry changes, in the transaction of the change. */
export const tallyStores = <S extends HeadStores>(
  stores: S,
  deps: Omit<HeadTallyDeps, 'profiles' | 'consentHistory'>,
): S & { readonly headsTallied: HeadsTallied } => {
  const all = { ...deps, profiles: stores.profiles, consentHistory: stores.consentHistory };
  const tallied = { ...all, headsTallied: createHeadsTallied(all) };
  const { expiry } = stores;
  return {
    ...stores,
    headsTallied: tallied.headsTallied,
    profiles: talliedProfiles(stores.profiles, tallied),
    privacy: talliedErasures(stores.privacy, tallied),
    ...(expiry === undefined ? {} : { expiry: talliedExpiry(expiry, tallied) }),
  };
};

/** Once for each account; where it failed, whoever comes next begins anew. */
const createHeadsTallied = (deps: HeadTallyDeps): HeadsTallied => {
  const accounts = new Map<AccountName, Promise<void>>();
  return (account) => {
    const begun = accounts.get(account) ?? takeOverHeads(deps, account);
    accounts.set(account, begun);
    begun.catch(() => accounts.delete(account));
    return begun;
  };
};

interface TalliedStoreDeps extends HeadTallyDeps {
  readonly headsTallied: HeadsTallied;
}

const talliedProfiles = (profiles: ProfileStore, deps: TalliedStoreDeps): ProfileStore => ({
  ...profiles,
  commit: (scope, commit) =>
    writeTallied(deps, scope, {
      heads: commit.heads,
      write: (tallies) => profiles.commit(scope, { ...commit, tallies }),
      isConflict: (outcome) => outcome === 'conflict',
    }),
  commitGroup: (deadline, commits) =>
    writeAllTallied(
      deps,
      commits.map(({ account, commit }) => ({ scope: { account, deadline }, heads: commit.heads })),
      {
        write: (tallies) =>
          profiles.commitGroup(
            deadline,
            commits.map(({ account, commit }, index) => ({
              account,
              commit: { ...commit, tallies: tallies[index] ?? [] },
            })),
          ),
        isConflict: (outcome) => outcome !== 'committed',
      },
    ),
});

const talliedErasures = (erasures: PrivacyStore, deps: TalliedStoreDeps): PrivacyStore => ({
  ...erasures,
  begin: (scope, beginning) =>
    writeTallied(deps, scope, {
      heads: beginning.heads,
      write: (tallies) => erasures.begin(scope, { ...beginning, tallies }),
      isConflict: (outcome) => outcome === 'conflict',
    }),
});

const talliedExpiry = (expiry: ExpiryStore, deps: TalliedStoreDeps): ExpiryStore => ({
  ...expiry,
  expire: (scope, visitor, limit) =>
    writeTallied(deps, scope, {
      heads: headsWithout(visitor.profile),
      write: (tallies) => expiry.expire(scope, { ...visitor, tallies }, limit),
      isConflict: ({ kind }) => kind === 'conflict',
    }),
});

/** Heads of one account that change. */
interface ChangedHeads {
  readonly scope: Scope;
  readonly heads: readonly HeadChange[];
}

const writeTallied = <T>(
  deps: TalliedStoreDeps,
  scope: Scope,
  { heads, write, isConflict }: TalliedWrite<T>,
): Promise<T> =>
  writeAllTallied(deps, [{ scope, heads }], { write: ([tallies]) => write(tallies ?? []), isConflict });

/**
 * Writes with the tallies of the buckets that change. Where it came to a conflict and somebody has tallied one of them
 * meanwhile, that may have been all there was to it: then it is tried again, and nobody has to decide anew.
 */
const writeAllTallied = async <T>(
  deps: TalliedStoreDeps,
  changed: readonly ChangedHeads[],
  { write, isConflict }: TalliedGroup<T>,
): Promise<T> => {
  if (changed.every(({ heads }) => heads.length === 0)) return write([]);
  await Promise.all(changed.map(({ scope }) => deps.headsTallied(scope.account)));
  let tallies = await nextTallies(deps, changed);
  for (let tries = 1; ; tries += 1) {
    const outcome = await write(tallies);
    if (!isConflict(outcome) || tries === MAX_TRIES) return outcome;
    const later = await nextTallies(deps, changed);
    if (versionsOf(later) === versionsOf(tallies)) return outcome;
    tallies = later;
  }
};

const versionsOf = (tallies: readonly Tallies[]): string =>
  JSON.stringify(tallies.map((some) => some.map(({ expected }) => expected)));

const nextTallies = (deps: TalliedStoreDeps, changed: readonly ChangedHeads[]): Promise<readonly Tallies[]> =>
  Promise.all(changed.map((one) => nextOfAccount(deps, one)));

/** A commit of many heads comes to one write of each bucket. */
const nextOfAccount = async (
  { consentHistory, keyring: { macs } }: TalliedStoreDeps,
  { scope, heads }: ChangedHeads,
): Promise<Tallies> => {
  if (heads.length === 0) return [];
  const changes = byBucket(heads);
  const stored = await consentHistory.tallies(scope, [...changes.keys()]);
  const present = new Map(stored.map((tally) => [tally.bucket, tally]));
  return Array.from(changes, ([bucket, own]) => {
    const before = present.get(bucket) ?? null;
    const value = tallyHeads({ macs, account: scope.account }, bucket, before, own);
    return { value, expected: before?.version ?? null };
  });
};
