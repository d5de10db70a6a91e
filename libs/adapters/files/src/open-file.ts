import { mkdir } from 'node:fs/promises';
import { closeLines, finishClosing, type CloseDeps } from './close-lines.ts';
import type { FilePlaces } from './file-places.ts';
import { readJournal } from './journal.ts';
import type { KnownIds } from './known-ids.ts';
import { DIRECTORY_MODE, isThere, textOf } from './on-disk.ts';
import { openLines, type OpenLines } from './open-lines.ts';

/** Whether something is there that was not closed. */
export const isBegun = async ({ open, journal }: FilePlaces): Promise<boolean> =>
  (await isThere(journal)) || isThere(open);

/**
 * Opens the file that is written now, after it has ended what a killed process has begun, and knows what is in it and in
 * the one before. A file whose lines have another form is closed as it is.
 */
export const openFile = async (
  closing: CloseDeps,
  form: string,
  known: KnownIds,
  now: number,
): Promise<OpenLines> => {
  const { places } = closing;
  await mkdir(places.directory, { recursive: true, mode: DIRECTORY_MODE });
  await finishClosing(closing, now);
  const before = await textOf(places.journalBefore);
  if (before !== null) known.add(readJournal(before, Number.MAX_SAFE_INTEGER)?.ids ?? []);
  const lines = await openLines(places, form, now);
  known.add(lines.ids);
  if (lines.form === form) return lines;
  await lines.close();
  await closeLines(closing, lines.form, now);
  return openLines(places, form, now);
};
