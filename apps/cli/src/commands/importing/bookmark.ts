import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { errorCode } from '@kith/platform';
import { z } from 'zod';

/** What has become of the records of a file so far. */
export interface ImportTally {
  /** How many records of the file are through. */
  readonly records: number;
  readonly taken: number;
  readonly outdated: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** A record of which nothing was taken, by the number of its line in the file. */
export interface RefusedRecord {
  readonly line: number;
  readonly reason: string;
}

/** Where an import stands, and what it has refused: kept in files, so that one that was killed goes on. */
export interface Bookmark {
  tally(): ImportTally;
  /** To be called once the records are durable where they belong. */
  moveOn(tally: ImportTally, refused: readonly RefusedRecord[]): Promise<void>;
  /** All that was refused, also before the import was killed. */
  refused(): AsyncIterable<RefusedRecord>;
  /** The import is over: a further one begins at the beginning. */
  remove(): Promise<void>;
}

const count = z.int().min(0);
const stored = z.object({
  records: count,
  taken: count,
  outdated: count,
  unchanged: count,
  refused: count,
  /** How much of the list of what was refused belongs to this. */
  refusedBytes: count,
});

const NOTHING = { records: 0, taken: 0, outdated: 0, unchanged: 0, refused: 0, refusedBytes: 0 };

/** Opens the bookmark of this name in a folder, or lays a new one. Neither holds anything of what the file tells. */
export const openBookmark = async (folder: string, name: string): Promise<Bookmark> => {
  await makeFolder(folder);
  const [file, list] = [join(folder, `${name}.json`), join(folder, `${name}.refused`)];
  let tally = await beginningWith(file, list);
  return {
    tally: () => tally,
    moveOn: async (next, refused) => {
      const text = refused.map((one) => `${JSON.stringify(one)}\n`).join('');
      if (text !== '') await appendFile(list, text, { mode: 0o600 });
      tally = { ...next, refusedBytes: tally.refusedBytes + Buffer.byteLength(text) };
      await writeFile(`${file}.new`, JSON.stringify(tally), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    refused: () => refusedIn(tally.refusedBytes === 0 ? null : list),
    remove: async () => {
      await rm(file, { force: true });
      await rm(list, { force: true });
    },
  };
};

/** What it lies in is there: the data, or the file. */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};

/** What was kept, with the list of what was refused as it was then; where that cannot be, everything begins anew. */
const beginningWith = async (file: string, list: string): Promise<z.output<typeof stored>> => {
  const kept = stored.safeParse(await contentOf(file)).data ?? NOTHING;
  const { size } = await stat(list).catch(() => ({ size: 0 }));
  const begun = size < kept.refusedBytes ? NOTHING : kept;
  if (begun.refusedBytes === 0) await rm(list, { force: true });
  else await truncate(list, begun.refusedBytes);
  return begun;
};

const contentOf = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
};

const refusedIn = async function* (list: string | null): AsyncGenerator<RefusedRecord> {
  if (list === null) return;
  for await (const line of createInterface({ input: createReadStream(list) })) {
    yield JSON.parse(line) as RefusedRecord;
  }
};
