import { open, type FileHandle } from 'node:fs/promises';
import type { FilePlaces } from './file-places.ts';
import { journalHead, journalLine, readJournal, type Journal } from './journal.ts';
import { lengthOf, MODE, mustBeAt, syncDirectory, textOf } from './on-disk.ts';

/** The file that is written now. */
export interface OpenLines extends Pick<Journal, 'began' | 'form' | 'ids'> {
  /** The length of the file in bytes. */
  length(): number;
  /** Durable, in files that are there under their names, when it returns. */
  append(text: string, ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file and its journal. What was written of a batch that the journal does not have is cut off: it was never
 * delivered, and comes again. A file that is begun has this form; one that is there has its own.
 */
export const openLines = async (places: FilePlaces, form: string, now: number): Promise<OpenLines> => {
  const journal = (await journalOf(places)) ?? (await beginJournal(places, { began: now, form }));
  const lines = await open(places.open, 'a', MODE);
  const notes = await open(places.journal, 'a', MODE);
  await lines.truncate(journal.end);
  await notes.truncate(journal.length);
  await syncDirectory(places.directory);
  return linesOver({ lines, notes, places }, journal);
};

interface OpenHandles {
  readonly lines: FileHandle;
  readonly notes: FileHandle;
  readonly places: FilePlaces;
}

const linesOver = ({ lines, notes, places }: OpenHandles, { began, form, end, ids }: Journal): OpenLines => {
  let length = end;
  return {
    began,
    form,
    ids,
    length: () => length,
    async append(text, added) {
      // Without its journal a file is closed at the next open: nothing more may come into it.
      await mustBeAt(places.journal, notes);
      await lines.appendFile(text);
      await lines.datasync();
      await mustBeAt(places.open, lines);
      const next = length + Buffer.byteLength(text);
      await notes.appendFile(journalLine({ end: next, ids: added }));
      await notes.datasync();
      length = next;
    },
    async close() {
      await lines.close();
      await notes.close();
    },
  };
};

const journalOf = async (places: FilePlaces): Promise<Journal | null> => {
  const text = await textOf(places.journal);
  return text === null ? null : readJournal(text, await lengthOf(places.open));
};

/** The journal first: a file without one is being closed. */
const beginJournal = async (
  places: FilePlaces,
  beginning: Pick<Journal, 'began' | 'form'>,
): Promise<Journal> => {
  const head = journalHead(beginning);
  const handle = await open(places.journal, 'w', MODE);
  try {
    await handle.writeFile(head);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncDirectory(places.directory);
  return { ...beginning, end: 0, length: Buffer.byteLength(head), ids: [] };
};
