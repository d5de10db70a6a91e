import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FilePlaces } from './file-places.ts';
import { readJournal } from './journal.ts';
import { extensionOf } from './line-format.ts';
import { isThere, MODE, syncDirectory, textOf } from './on-disk.ts';

export interface CloseDeps {
  readonly places: FilePlaces;
  readonly gzip: boolean;
}

/**
 * Gives the open file its final name, in steps of which each may be the last before a crash: whoever opens the directory
 * next goes on (`finishClosing`). A closed file appears whole, under a name that no file had before.
 */
export const closeLines = async (deps: CloseDeps, form: string, now: number): Promise<void> => {
  await rename(deps.places.journal, deps.places.journalBefore);
  await moveAway(deps, form, now);
};

/** Ends what a killed process has begun. */
export const finishClosing = async (deps: CloseDeps, now: number): Promise<void> => {
  const { places } = deps;
  const isBegun = !(await isThere(places.journal)) && (await isThere(places.open));
  if (isBegun) await moveAway(deps, await formBefore(places), now);
  for (const fileName of await readdir(places.directory)) {
    const name = places.nameOfClosing(fileName);
    if (name !== null) await compress(places, name);
  }
};

const formBefore = async ({ journalBefore }: FilePlaces): Promise<string> =>
  readJournal((await textOf(journalBefore)) ?? '', 0)?.form ?? 'ndjson';

const moveAway = async ({ places, gzip }: CloseDeps, form: string, now: number): Promise<void> => {
  const name = await freeName(places, extensionOf(form), now);
  await rename(places.open, gzip ? places.closing(name) : places.closed(name));
  await syncDirectory(places.directory);
  if (gzip) await compress(places, name);
};

/** A clock may stand still, or go back. */
const freeName = async (places: FilePlaces, extension: string, now: number): Promise<string> => {
  for (let time = now; ; time += 1) {
    const name = places.closedName(extension, time);
    const taken = [places.closed(name), places.compressed(name), places.closing(name)];
    if (!(await Promise.all(taken.map(isThere))).includes(true)) return name;
  }
};

const compress = async (places: FilePlaces, name: string): Promise<void> => {
  const [closing, draft, compressed] = [places.closing(name), places.draft(name), places.compressed(name)];
  if (!(await isThere(compressed))) {
    const target = createWriteStream(draft, { mode: MODE, flush: true });
    await pipeline(createReadStream(closing), createGzip(), target);
    await rename(draft, compressed);
    await syncDirectory(places.directory);
  }
  await rm(closing, { force: true });
};
