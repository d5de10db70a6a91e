import { setImmediate } from 'node:timers/promises';
import { NO_DEADLINE } from '@kith/platform';
import type { Database } from 'lmdb';
import { asWritten, openText } from './collection.ts';
import type { Environment } from './environment.ts';
import { forwards, type StoreKey } from './keys.ts';

type Raw = Database<Buffer, StoreKey>;

interface Entries {
  readonly entries: readonly { readonly key: StoreKey; readonly value: Buffer }[];
  readonly isEnd: boolean;
}

/** So few that nobody who waits for the same commit notices. */
const PAGES_PER_STEP = 128;

/** The file grows only when no free page is left; so many steps in a row leave no doubt. */
const GROWING_STEPS = 3;

/** Commits after which no reader of this process stands on pages from before them. */
const COMMITS_BETWEEN = 4;

/** Overwrites what removed values left in the file; false where it was told to stop before the end. */
export type Scrub = (stop: AbortSignal) => Promise<boolean>;

/**
 * LMDB leaves removed values in two places: in pages that are free, and in the gaps of pages that are not. First each
 * page in use is written anew, without its gaps; then zeros are written until no free page is left, and removed. A
 * process that ends in the middle leaves zeros, which the next call removes. To be called once at a time.
 */
export const createScrub = (environment: Environment): Scrub => {
  const { root } = environment;
  const scratch = openText(root, 'scratch');
  const commit = async (change: () => void): Promise<void> => {
    await environment.write(NO_DEADLINE, change);
    await setImmediate();
  };
  const empty = async (): Promise<void> => {
    for (;;) {
      const keys = scratch.keys({ ...forwards(), limit: PAGES_PER_STEP });
      if (keys.length === 0) return;
      await commit(() => keys.forEach((key) => scratch.remove(key)));
    }
  };
  const letReadersPass = async (): Promise<void> => {
    for (let left = COMMITS_BETWEEN; left > 0; left -= 1) await commit(() => scratch.put([0], ''));
  };
  /** A value that fills a page of its own. */
  const zeros = '\0'.repeat(Math.floor(statisticsOf(environment).pageSize * 0.75));
  const fill = async (stop: AbortSignal): Promise<void> => {
    for (let [page, growing] = [1, 0]; growing < GROWING_STEPS && !stop.aborted; page += PAGES_PER_STEP) {
      const before = statisticsOf(environment).lastPageNumber;
      await commit(() => {
        for (let index = 0; index < PAGES_PER_STEP; index += 1) scratch.put([page + index], zeros);
      });
      const grown = statisticsOf(environment).lastPageNumber - before;
      growing = grown >= PAGES_PER_STEP / 2 ? growing + 1 : 0;
    }
  };
  return async (stop) => {
    await empty();
    await rewriteAll(environment, stop);
    await letReadersPass();
    await fill(stop);
    if (stop.aborted) return false;
    await empty();
    return true;
  };
};

interface Statistics {
  /** Bytes. */
  readonly pageSize: number;
  /** The last page of the file that was ever used. */
  readonly lastPageNumber: number;
}

const statisticsOf = ({ root }: Environment): Statistics => root.getStats() as Statistics;

/** Puts every entry of the environment again as it is, until told to stop: LMDB copies each page for that. */
const rewriteAll = async (environment: Environment, stop: AbortSignal): Promise<void> => {
  for (const name of Array.from(environment.root.getKeys(), String)) {
    const raw: Raw = environment.root.openDB(name, { encoding: 'binary' });
    let last: StoreKey | undefined;
    do {
      const from = last;
      last = stop.aborted ? undefined : await environment.write(NO_DEADLINE, () => rewriteFrom(raw, from));
      await setImmediate();
    } while (last !== undefined);
  }
};

/** The last key that was put again; undefined where that was the end, however fast others add to it. */
const rewriteFrom = (raw: Raw, after: StoreKey | undefined): StoreKey | undefined => {
  const { entries, isEnd } = entriesAfter(raw, after);
  for (const { key, value } of entries) {
    if (!raw.doesExist(key)) throw new Error('a key is not read as it was written');
    raw.putSync(key, value);
  }
  return isEnd ? undefined : entries.at(-1)?.key;
};

const BYTES_PER_STEP = 256 * 1024;

/** So few, and so little, that nobody who waits for the same commit notices. */
const ENTRIES_PER_STEP = 500;

const entriesAfter = (raw: Raw, after: StoreKey | undefined): Entries => {
  const start = after === undefined ? {} : { start: after, exclusiveStart: true };
  const entries: { key: StoreKey; value: Buffer }[] = [];
  let bytes = 0;
  for (const { key, value } of raw.getRange({ ...start, limit: ENTRIES_PER_STEP })) {
    // What the range hands out may lie in memory that the next write changes.
    entries.push({ key: asWritten(key), value: Buffer.from(value) });
    bytes += value.length;
    if (bytes > BYTES_PER_STEP) return { entries, isEnd: false };
  }
  return { entries, isEnd: entries.length < ENTRIES_PER_STEP };
};
