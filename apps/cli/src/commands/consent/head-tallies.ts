import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { MAX_HEADS } from '@kith/contracts';
import { TALLIED, type Bucket, type TallyFault } from '@kith/domain/consent';
import { deadlineIn } from '@kith/platform';
import type { BrokenBucket, ConsentAdministration, HeadVerdicts } from '@kith/ports';
import { z } from 'zod';
import { COMMAND_MS } from '../parts/command.ts';

/** How many profiles one call reads, about. */
const PROFILES_PER_CALL = Math.min(5_000, MAX_HEADS);

/** What was found of the tallies of a whole account. */
export type CheckedHeads = Omit<HeadVerdicts, 'next'>;

type KeptTallies = CheckedHeads['tallies'];

/** Checks the tallies of all buckets; `told` hears how many chains were met so far. */
export const verifyEveryHead = async (
  consent: ConsentAdministration,
  account: string,
  told: (heads: number) => void,
): Promise<CheckedHeads> => {
  let [checked, after]: [CheckedHeads, Bucket | null] = [{ heads: 0, broken: [], tallies: [] }, null];
  do {
    const scope = { account, deadline: deadlineIn(COMMAND_MS) };
    const page: HeadVerdicts = await consent.verifyHeads(scope, { after, limit: PROFILES_PER_CALL });
    checked = {
      heads: checked.heads + page.heads,
      broken: [...checked.broken, ...page.broken],
      tallies: [...checked.tallies, ...page.tallies],
    };
    told(checked.heads);
    after = page.next;
  } while (after !== null);
  return checked;
};

/** One text for all tallies: whoever keeps it elsewhere sees whether anything has changed since. */
export const digestOf = (tallies: KeptTallies): string => {
  const hash = createHash('sha256');
  for (const { bucket, version, mac } of tallies) hash.update(`${bucket} ${version} ${mac}\n`);
  return hash.digest('hex');
};

const keptFile = z.object({
  account: z.string(),
  tallies: z.array(z.object({ bucket: z.string(), version: z.number(), mac: z.string() })),
});

/** Writes the tallies to a file, whole or not at all, to be kept elsewhere. */
export const keepTallies = async (file: string, account: string, tallies: KeptTallies): Promise<void> => {
  const text = JSON.stringify({ account, at: new Date().toISOString(), digest: digestOf(tallies), tallies });
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
};

/** The tallies that a file keeps of the account; null where it keeps none. */
export const readKept = async (file: string, account: string): Promise<KeptTallies | null> => {
  try {
    const kept = keptFile.parse(JSON.parse(await readFile(file, 'utf8')));
    return kept.account === account ? kept.tallies : null;
  } catch {
    return null;
  }
};

/** The buckets that are older than what was kept of them, or another one of the same age. */
export const putBackSince = (kept: KeptTallies, tallies: KeptTallies): readonly Bucket[] => {
  const present = new Map(tallies.map((tally) => [tally.bucket, tally]));
  return kept
    .filter(({ bucket, version, mac }) => {
      const now = present.get(bucket);
      return now === undefined || now.version < version || (now.version === version && now.mac !== mac);
    })
    .map(({ bucket }) => bucket);
};

const FAULTS: Readonly<Record<TallyFault, string>> = {
  tallyMissing: 'have no tally: it was removed',
  tallyTampered: 'have a tally that was changed, or is one of another bucket or account',
  headsDiffer: 'are not those that were tallied: one was cut and the profile put back, added or removed',
};

/** A bucket whose chains are not as they were tallied, in a line. */
export const brokenBucketText = ({ bucket, fault, heads, tallied }: BrokenBucket): string =>
  bucket === TALLIED
    ? 'the mark that all chains were tallied was changed'
    : `bucket ${bucket}, the umids that begin with it: the ends of ${heads} chains (${tallied} tallied) ${FAULTS[fault]}`;

/** A bucket that was put back, in a line. */
export const putBackText = (bucket: Bucket): string =>
  `bucket ${bucket}, the umids that begin with it: put back to what it was before the tallies were kept`;
