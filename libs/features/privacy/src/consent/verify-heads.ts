import { setImmediate } from 'node:timers/promises';
import {
  bucketAt,
  bucketOf,
  BUCKETS,
  meetHead,
  NO_HEADS,
  placeOfBucket,
  TALLIED,
  tallyFault,
  type Bucket,
  type HeadTally,
  type MetHeads,
  type TallyFault,
  type TallySeal,
} from '@kith/domain/consent';
import { headOf, type StoredProfile, type Umid } from '@kith/domain/identity';
import type { Keyring } from '@kith/platform';
import {
  Unavailable,
  type BrokenBucket,
  type ConsentHistory,
  type HeadVerdicts,
  type Scope,
} from '@kith/ports';

/** The most buckets that one call checks. */
const MAX_BUCKETS = 256;
/** How many profiles are read at once. */
const MAX_PROFILES = 500;
/** A finding is looked at so often that no write which only just arrived is one. */
const MAX_DOUBTS = 3;
/** A bucket that changes at every look is given up, for this call. */
const MAX_LOOKS = 100;

export interface VerifyHeadsDeps {
  readonly consentHistory: Pick<ConsentHistory, 'profiles' | 'tallies'>;
  /** Holds the secret `chain`. */
  readonly keyring: Pick<Keyring, 'macs'>;
}

/** Buckets side by side, by their places among all; `to` is the last of them. */
interface Range {
  readonly from: number;
  readonly to: number;
}

type Met = ReadonlyMap<Bucket, MetHeads>;

/** What was met in buckets, with their tallies before and after. */
interface Look {
  readonly range: Range;
  readonly met: Met;
  readonly before: ReadonlyMap<Bucket, HeadTally>;
  readonly after: ReadonlyMap<Bucket, HeadTally>;
}

/** One check of an account. */
interface Check extends VerifyHeadsDeps {
  readonly scope: Scope;
  readonly seal: TallySeal;
}

/**
 * Checks the tallies of the buckets behind `after`: about so many profiles are read, and none is kept. What changes
 * meanwhile is no finding: every change of a head is one of the tally, so that what was met is as one of the tallies
 * before and after says, or the bucket is looked at again.
 */
export const verifyHeads = async (
  deps: VerifyHeadsDeps,
  scope: Scope,
  { after, limit }: { readonly after: Bucket | null; readonly limit: number },
): Promise<HeadVerdicts> => {
  const check = checkOf(deps, scope);
  const from = after === null ? 0 : placeOfBucket(after) + 1;
  const look = await lookAt(check, { from, to: Math.min(from + MAX_BUCKETS, BUCKETS) - 1 }, limit);
  const broken = after === null ? await brokenMark(check) : [];
  for (const bucket of bucketsOf(look.range)) {
    if (faultIn(check, look, bucket) !== null) broken.push(...(await lookAgain(check, bucket)));
  }
  return {
    heads: Array.from(look.met.values(), ({ count }) => count).reduce((sum, count) => sum + count, 0),
    broken,
    tallies: bucketsOf(look.range).flatMap((bucket) => keptOf(look.after.get(bucket))),
    next: look.range.to === BUCKETS - 1 ? null : bucketAt(look.range.to),
  };
};

/** Checks the tally of one bucket, as long as it takes. */
export const verifyBucket = (
  deps: VerifyHeadsDeps,
  scope: Scope,
  bucket: Bucket,
): Promise<readonly BrokenBucket[]> => lookAgain(checkOf(deps, scope), bucket);

const checkOf = (deps: VerifyHeadsDeps, scope: Scope): Check => ({
  ...deps,
  scope,
  seal: { macs: deps.keyring.macs, account: scope.account },
});

const bucketsOf = ({ from, to }: Range): readonly Bucket[] =>
  Array.from({ length: to - from + 1 }, (_, index) => bucketAt(from + index));

/** What somebody keeps elsewhere who wants to find a bucket that was put back whole. */
const keptOf = (tally: HeadTally | undefined): HeadVerdicts['tallies'] =>
  tally === undefined ? [] : [{ bucket: tally.bucket, version: tally.version, mac: tally.mac }];

/** The mark that all heads are tallied is under the account's secret like any tally. */
const brokenMark = async ({ consentHistory, scope, seal }: Check): Promise<BrokenBucket[]> => {
  const [mark] = await consentHistory.tallies(scope, [TALLIED]);
  const fault = mark === undefined ? 'tallyMissing' : tallyFault(seal, TALLIED, mark, NO_HEADS);
  return fault === null ? [] : [{ bucket: TALLIED, fault, heads: 0, tallied: 0 }];
};

/** Reads buckets until there are enough profiles, and ends with a whole one. */
const lookAt = async (check: Check, wanted: Range, limit: number): Promise<Look> => {
  const before = await talliesIn(check, wanted);
  const { met, to } = await meetHeads(check, wanted, limit);
  const range = { from: wanted.from, to };
  return { range, met, before, after: await talliesIn(check, range) };
};

const talliesIn = async (
  { consentHistory, scope }: Check,
  range: Range,
): Promise<ReadonlyMap<Bucket, HeadTally>> => {
  const tallies = await consentHistory.tallies(scope, bucketsOf(range));
  return new Map(tallies.map((tally) => [tally.bucket, tally]));
};

/** The heads of buckets, and up to which of them all were met. */
const meetHeads = async (
  { consentHistory, scope, seal }: Check,
  { from, to }: Range,
  limit: number,
): Promise<{ readonly met: Met; readonly to: number }> => {
  const met = new Map<Bucket, MetHeads>();
  let behind: Umid | null = from === 0 ? null : (bucketAt(from) as Umid);
  for (let left = limit; ; left -= MAX_PROFILES) {
    // A store in this process answers at once: others must get their turn.
    await setImmediate();
    const page: readonly StoredProfile[] = await consentHistory.profiles(scope, behind, MAX_PROFILES);
    meetPage(seal, met, page);
    behind = page.at(-1)?.umid ?? null;
    if (behind === null || page.length < MAX_PROFILES || placeOf(behind) > to) break;
    if (left <= MAX_PROFILES && placeOf(behind) > from) return withoutLast(met, bucketOf(behind));
  }
  return { met: new Map([...met].filter(([bucket]) => placeOfBucket(bucket) <= to)), to };
};

const meetPage = (seal: TallySeal, met: Map<Bucket, MetHeads>, page: readonly StoredProfile[]): void => {
  for (const stored of page) {
    const [bucket, head] = [bucketOf(stored.umid), headOf(stored)];
    if (head !== null) met.set(bucket, meetHead(seal, met.get(bucket) ?? NO_HEADS, stored.umid, head));
  }
};

const placeOf = (umid: Umid): number => placeOfBucket(bucketOf(umid));

/** Of the bucket that was read last, more may come. */
const withoutLast = (met: Met, last: Bucket): { readonly met: Met; readonly to: number } => ({
  met: new Map([...met].filter(([bucket]) => bucket !== last)),
  to: placeOfBucket(last) - 1,
});

const faultIn = (
  { seal }: Check,
  { met, before, after }: Pick<Look, 'met' | 'before' | 'after'>,
  bucket: Bucket,
): TallyFault | null => {
  const heads = met.get(bucket) ?? NO_HEADS;
  return (
    tallyFault(seal, bucket, after.get(bucket) ?? null, heads) &&
    tallyFault(seal, bucket, before.get(bucket) ?? null, heads)
  );
};

/**
 * Looks at one bucket until its heads are those of a tally, or are not while nobody changes it, several times: stores
 * apart may show a tally a moment later than the profile.
 */
const lookAgain = async (check: Check, bucket: Bucket): Promise<readonly BrokenBucket[]> => {
  const place = placeOfBucket(bucket);
  let doubts = 0;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const look = await lookAt(check, { from: place, to: place }, Infinity);
    const fault = faultIn(check, look, bucket);
    if (fault === null) return [];
    const [before, after] = [look.before.get(bucket), look.after.get(bucket)];
    doubts = before?.version === after?.version ? doubts + 1 : 0;
    const heads = look.met.get(bucket)?.count ?? 0;
    if (doubts === MAX_DOUBTS) return [{ bucket, fault, heads, tallied: after?.count ?? 0 }];
  }
  throw new Unavailable('store', `the consent heads of bucket ${bucket} changed at every look`);
};
