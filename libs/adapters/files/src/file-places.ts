import { join } from 'node:path';

/** Where the files of a destination are. Those with a dot in front are still being written, and nobody else's. */
export interface FilePlaces {
  readonly directory: string;
  /** Path of the file that is being written. */
  readonly open: string;
  /** Which deliveries are in it, and where each batch ends. */
  readonly journal: string;
  /** Which deliveries are in the file before it. */
  readonly journalBefore: string;
  /** What a file that is closed at a moment is called, without what compressing adds. */
  closedName(extension: string, time: number): string;
  /** A file that never changes again. */
  closed(name: string): string;
  compressed(name: string): string;
  /** A closed file that is not compressed yet. */
  closing(name: string): string;
  /** What a compressed file is called until it is whole. */
  draft(name: string): string;
  /** The name that a closing file will have; null for any other file. */
  nameOfClosing(fileName: string): string | null;
}

const CLOSING = '.closing';

/** The places of files that are called after `stem`. */
export const filePlaces = (directory: string, stem: string): FilePlaces => ({
  directory,
  open: join(directory, `.${stem}.open`),
  journal: join(directory, `.${stem}.journal`),
  journalBefore: join(directory, `.${stem}.journal-before`),
  closedName: (extension, time) => `${stem}-${stampAt(time)}.${extension}`,
  closed: (name) => join(directory, name),
  compressed: (name) => join(directory, `${name}.gz`),
  closing: (name) => join(directory, `.${name}${CLOSING}`),
  draft: (name) => join(directory, `.${name}.draft`),
  nameOfClosing: (fileName) =>
    fileName.startsWith(`.${stem}-`) && fileName.endsWith(CLOSING)
      ? fileName.slice(1, -CLOSING.length)
      : null,
});

/** Names that sort by time: 20261121T140512345Z. */
const stampAt = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, '');
