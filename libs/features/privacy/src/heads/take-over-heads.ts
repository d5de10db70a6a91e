import { bucketOf, byBucket, TALLIED, tallyHeads, type Bucket, type HeadTally } from '@kith/domain/consent';
import { EMPTY_COMMIT, headOf, type StoredProfile, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Keyring } from '@kith/platform';
import type { ConsentHistory, Deadline, ProfileStore, Scope } from '@kith/ports';

/** How many profiles are read at once. */
const MAX_PROFILES = 1_000;

export interface HeadTallyDeps {
  readonly profiles: Pick<ProfileStore, 'commit'>;
  readonly consentHistory: Pick<ConsentHistory, 'profiles' | 'tallies'>;
  /** Holds the secret `chain`. */
  readonly keyring: Pick<Keyring, 'macs'>;
  /** How long one step of taking over may take. */
  readonly callDeadline: () => Deadline;
  /** Told now and then of how many stored profiles of an account the heads have been tallied. */
  readonly takenOver?: (account: AccountName, profiles: number) => void;
}

type Tallies = Map<Bucket, HeadTally>;

/**
 * Tallies the heads that were stored before tallies were kept, once for each account, and marks that. A bucket that has
 * a tally is left as it is: whoever was cut off, or does the same at the same time, has finished it, and nobody tallies
 * before the mark is there.
 */
export const takeOverHeads = async (deps: HeadTallyDeps, account: AccountName): Promise<void> => {
  const scope = (): Scope => ({ account, deadline: deps.callDeadline() });
  if ((await deps.consentHistory.tallies(scope(), [TALLIED])).length > 0) return;
  const tallies: Tallies = new Map();
  let [after, taken]: [Umid | null, number] = [null, 0];
  do {
    const page: readonly StoredProfile[] = await deps.consentHistory.profiles(scope(), after, MAX_PROFILES);
    addHeads(deps, account, tallies, page);
    after = page.length < MAX_PROFILES ? null : (page.at(-1)?.umid ?? null);
    await putFinished(deps, scope, tallies, after === null ? null : bucketOf(after));
    taken += page.length;
    if (taken > 0) deps.takenOver?.(account, taken);
  } while (after !== null);
  await putMissing(deps, scope, [tallyHeads({ ...deps.keyring, account }, TALLIED, null, [])]);
};

const addHeads = (
  { keyring: { macs } }: HeadTallyDeps,
  account: AccountName,
  tallies: Tallies,
  page: readonly StoredProfile[],
): void => {
  const heads = page.map((stored) => ({ umid: stored.umid, before: null, after: headOf(stored) }));
  for (const [bucket, changes] of byBucket(heads.filter(({ after }) => after !== null))) {
    tallies.set(bucket, tallyHeads({ macs, account }, bucket, tallies.get(bucket) ?? null, changes));
  }
};

/** Of the bucket that was read last, more may come. */
const putFinished = async (
  deps: HeadTallyDeps,
  scope: () => Scope,
  tallies: Tallies,
  unfinished: Bucket | null,
): Promise<void> => {
  const finished = [...tallies.values()].filter(({ bucket }) => bucket !== unfinished);
  await putMissing(deps, scope, finished);
  for (const { bucket } of finished) tallies.delete(bucket);
};

/** Of two that do the same, one comes first: the other finds everything there. */
const putMissing = async (
  { profiles, consentHistory }: HeadTallyDeps,
  scope: () => Scope,
  tallies: readonly HeadTally[],
): Promise<void> => {
  for (let missing = tallies; missing.length > 0;) {
    const buckets = missing.map(({ bucket }) => bucket);
    const present = await consentHistory.tallies(scope(), buckets);
    const known = new Set(present.map(({ bucket }) => bucket));
    missing = missing.filter(({ bucket }) => !known.has(bucket));
    const puts = missing.map((value) => ({ value, expected: null }));
    if ((await profiles.commit(scope(), { ...EMPTY_COMMIT, tallies: puts })) === 'committed') return;
  }
};
