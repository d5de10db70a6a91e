import type { Macs } from '../mac.ts';
import { hexOf } from '../hex.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { ConsentHead } from './consent.ts';

/** The first 12 bits of a umid, which are its first three digits. */
export type Bucket = string;

/** How many buckets an account has. */
export const BUCKETS = 4_096;

const BUCKET_DIGITS = 3;

/** The bucket of a umid. */
export const bucketOf = (umid: string): Bucket => umid.slice(0, BUCKET_DIGITS);

/** All buckets lie in the order of the umids that they hold. */
export const bucketAt = (place: number): Bucket => place.toString(16).padStart(BUCKET_DIGITS, '0');

/** The place of a bucket among all: 0 for the first. */
export const placeOfBucket = (bucket: Bucket): number => Number.parseInt(bucket, 16);

/**
 * Where the consent chains of all living profiles of a bucket stand, in an account that changes with each of them:
 * whoever puts a profile back to an older state, or removes it with its chain, cannot make the tally agree.
 */
export interface HeadTally {
  readonly bucket: Bucket;
  /** Grows by one with every change; the precondition of the next one. */
  readonly version: number;
  /** How many profiles of the bucket have a chain. */
  readonly count: number;
  /** The sum of the MACs of all heads modulo 2^256, in hex: the same in whatever order they came and went. */
  readonly sum: string;
  /** The MAC of all that, in hex: nobody without the secret makes a tally that holds. */
  readonly mac: string;
}

/** A chain that has begun, gone on or ended: null stands for no chain. */
export interface HeadChange {
  readonly umid: string;
  readonly before: ConsentHead | null;
  readonly after: ConsentHead | null;
}

/** The mark of an account whose tallies say everything; in the place of a bucket, and kept like a tally of none. */
export const TALLIED: Bucket = 'tallied';

/** Whose tallies, and what seals them. */
export interface TallySeal {
  readonly macs: Macs;
  readonly account: AccountName;
}

const MODULUS = 1n << 256n;
const SUM = /^[0-9a-f]{64}$/;

/** The sum of no heads. */
const NOTHING = '0'.repeat(64);

const numberOf = (sum: string): bigint => (SUM.test(sum) ? BigInt(`0x${sum}`) : 0n);

const sumText = (sum: bigint): string =>
  (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(NOTHING.length, '0');

/** One number per accepted secret. */
const headNumbers = (
  { macs, account }: TallySeal,
  umid: string,
  { sequence, mac }: ConsentHead,
): readonly bigint[] =>
  // What was tampered with may have anything there: JSON takes it.
  macs('chain', 'head', account, umid, JSON.stringify([sequence, mac])).map((bytes) =>
    BigInt(`0x${hexOf(bytes)}`),
  );

/** One MAC per accepted secret. */
const tallyMacs = (
  { macs, account }: TallySeal,
  { bucket, version, count, sum }: Omit<HeadTally, 'mac'>,
): readonly string[] =>
  macs('chain', 'heads', account, bucket, String(version), String(count), sum).map(hexOf);

/** Which of the accepted secrets sealed a tally; -1 for none. The heads in its sum were taken under the same one. */
const secretOf = (seal: TallySeal, { mac, ...tally }: HeadTally): number =>
  tallyMacs(seal, tally).indexOf(mac);

/** A tally before anything was tallied. */
const emptyTally = (bucket: Bucket): HeadTally => ({ bucket, version: 0, count: 0, sum: NOTHING, mac: '' });

/**
 * The tally of a bucket after changes of its heads. One stays under the secret that it began with, which is accepted for
 * as long as the entries under it are to be proved. One that was tampered with never holds again: what comes later must
 * not heal it.
 */
export const tallyHeads = (
  seal: TallySeal,
  bucket: Bucket,
  present: HeadTally | null,
  changes: readonly HeadChange[],
): HeadTally => {
  const before = present === null ? emptyTally(bucket) : { ...present, bucket };
  const secret = present === null ? 0 : secretOf(seal, before);
  const under = Math.max(secret, 0);
  const numberAt = (umid: string, head: ConsentHead | null): bigint =>
    head === null ? 0n : (headNumbers(seal, umid, head)[under] ?? 0n);
  const moved = changes.reduce(
    (sum, { umid, before: from, after }) => sum - numberAt(umid, from) + numberAt(umid, after),
    numberOf(before.sum),
  );
  const next = {
    bucket,
    version: before.version + 1,
    count: changes.reduce((sum, change) => sum + countOf(change), before.count),
    sum: sumText(moved),
  };
  return { ...next, mac: secret === -1 ? before.mac : (tallyMacs(seal, next)[under] ?? '') };
};

const countOf = ({ before, after }: HeadChange): number => Number(after !== null) - Number(before !== null);

/** Changes of heads by their buckets. */
export const byBucket = (changes: readonly HeadChange[]): ReadonlyMap<Bucket, readonly HeadChange[]> => {
  const buckets = new Map<Bucket, HeadChange[]>();
  for (const change of changes) {
    const bucket = bucketOf(change.umid);
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), change]);
  }
  return buckets;
};

/** The heads of a bucket as they were met: how many, and their sum under each accepted secret. */
export interface MetHeads {
  readonly count: number;
  readonly sums: readonly bigint[];
}

export const NO_HEADS: MetHeads = { count: 0, sums: [] };

/** The heads met so far, and one more. */
export const meetHead = (seal: TallySeal, met: MetHeads, umid: string, head: ConsentHead): MetHeads => ({
  count: met.count + 1,
  sums: headNumbers(seal, umid, head).map((one, secret) => (met.sums[secret] ?? 0n) + one),
});

/** Why the heads of a bucket and its tally do not hold. */
export type TallyFault =
  /** There are chains, and no tally. */
  | 'tallyMissing'
  /** The tally is under no accepted secret: it was changed, or is one of another bucket or account. */
  | 'tallyTampered'
  /** The chains that profiles hold are not those that were tallied: one was cut, put back, added or removed. */
  | 'headsDiffer';

/** What is wrong with the heads that were met in a bucket; null where they are those of its tally. */
export const tallyFault = (
  seal: TallySeal,
  bucket: Bucket,
  tally: HeadTally | null,
  { count, sums }: MetHeads,
): TallyFault | null => {
  if (tally === null) return count === 0 ? null : 'tallyMissing';
  const secret = secretOf(seal, { ...tally, bucket });
  if (secret === -1) return 'tallyTampered';
  const isSame = tally.count === count && tally.sum === sumText(sums[secret] ?? 0n);
  return isSame ? null : 'headsDiffer';
};
