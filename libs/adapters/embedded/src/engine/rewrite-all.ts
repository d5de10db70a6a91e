import { setImmediate } from 'node:timers/promises';
import type { Database } from 'lmdb';
import { NO_DEADLINE } from '@kith/platform';
import { asWritten } from './collection.ts';
import type { Environment } from './environment.ts';
import type { StoreKey } from './keys.ts';

/** So few, and so little, that nobody who waits for the same commit notices. */
const ENTRIES_PER_STEP = 500;
const BYTES_PER_STEP = 256 * 1024;

type Raw = Database<Buffer, StoreKey>;

/** Puts every entry of the environment again as it is, until told to stop: LMDB copies each page for that. */
export const rewriteAll = async (environment: Environment, stop: AbortSignal): Promise<void> => {
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

interface Entries {
  readonly entries: readonly { readonly key: StoreKey; readonly value: Buffer }[];
  readonly isEnd: boolean;
}

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
