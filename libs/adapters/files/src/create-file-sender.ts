import { mkdir } from 'node:fs/promises';
import type { FileTarget } from '@kith/domain/destinations';
import { createMutex, errorCode, MAX_TIMER_MS } from '@kith/platform';
import type { Delivery, DestinationSender, SendOutcome } from '@kith/ports';
import { type CloseDeps, closeLines, finishClosing } from './close-lines.ts';
import { filePlaces, type FilePlaces } from './file-places.ts';
import { readJournal } from './journal.ts';
import { createKnownIds, type KnownIds } from './known-ids.ts';
import { lineFormat, type LineFormat } from './line-format.ts';
import { DIRECTORY_MODE, isThere, textOf } from './on-disk.ts';
import { type OpenLines, openLines } from './open-lines.ts';

/** What a sender of files stands on. */
export interface FileSenderDeps {
  readonly target: FileTarget;
  /** The beginning of the names of the files. */
  readonly stem: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told of what could not be closed in its time; it is tried again with the next delivery. */
  readonly onError: (error: unknown) => void;
}

/** The most deliveries that one sync of the file carries. */
const MAX_BATCH_SIZE = 1_000;

/**
 * Appends a line for each delivery to a file that nobody else writes. Deliveries are on the disk before they are delivered;
 * one that comes again, because a process was killed before it could say so, is not written again. A file that was left
 * open is opened at once, so that it is closed in its time though nothing comes.
 */
export const createFileSender = (deps: FileSenderDeps): DestinationSender => {
  const lock = createMutex();
  const known = createKnownIds();
  const format = lineFormat(deps.target.format);
  const file = rotatingFile(deps, format, known, (close) => void lock(close).catch(deps.onError));
  const write = async (deliveries: readonly Delivery[]): Promise<SendOutcome> => {
    try {
      const open = await file.openForMore();
      const fresh = newOnes(deliveries, known.has);
      if (fresh.length > 0) await open.append(textFor(open, format, fresh), idsOf(fresh));
      known.add(idsOf(fresh));
      return { kind: 'delivered' };
    } catch (error) {
      // What of the batch was written is cut off when the file is opened again.
      await file.leave().catch(() => undefined);
      return { kind: 'retry', why: `the file cannot be written (${errorCode(error) ?? 'fault'})` };
    }
  };
  void lock(file.openLeft).catch(deps.onError);
  return {
    maxBatchSize: MAX_BATCH_SIZE,
    send: (_deadline, deliveries) => lock(() => write(deliveries)),
    close: () => lock(file.leave),
  };
};

/** The file that is written now, and its closing when its time is over or it is full. Its calls run one at a time. */
interface RotatingFile {
  /** Opens what another process has left open, where there is something. */
  openLeft(): Promise<void>;
  /** A file that is not full. */
  openForMore(): Promise<OpenLines>;
  /** Lets it go as it is. */
  leave(): Promise<void>;
}

/** `inTurn` runs a closing that is due when no other call runs. */
const rotatingFile = (
  { target: { directory, rotation, gzip }, stem, clock }: FileSenderDeps,
  { form }: LineFormat,
  known: KnownIds,
  inTurn: (close: () => Promise<void>) => void,
): RotatingFile => {
  const closing = { places: filePlaces(directory, stem), gzip };
  let lines: OpenLines | null = null;
  let timer: NodeJS.Timeout | undefined;
  const opened = async (): Promise<OpenLines> => {
    if (lines !== null) return lines;
    lines = await openFile(closing, form, known, clock());
    // What another process began may be due already.
    const dueIn = Math.max(0, lines.began + rotation.ms - clock());
    timer = setTimeout(() => inTurn(closeWhenFull), Math.min(MAX_TIMER_MS, dueIn));
    timer.unref();
    return lines;
  };
  const leave = async (): Promise<void> => {
    clearTimeout(timer);
    const left = lines;
    lines = null;
    await left?.close();
  };
  const isFull = ({ length, began }: OpenLines): boolean =>
    length() >= rotation.bytes || clock() - began >= rotation.ms;
  const closeWhenFull = async (): Promise<void> => {
    if (lines === null || !isFull(lines)) return;
    const isEmpty = lines.length() === 0;
    await leave();
    if (!isEmpty) await closeLines(closing, form, clock());
  };
  return {
    leave,
    openLeft: async () => {
      if (await isBegun(closing.places)) await opened();
    },
    openForMore: async () => {
      await opened();
      await closeWhenFull();
      return opened();
    },
  };
};

const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.map(({ id }) => id);

const newOnes = (deliveries: readonly Delivery[], isKnown: (id: string) => boolean): readonly Delivery[] => {
  const ids = new Set<string>();
  return deliveries.filter(({ id }) => !isKnown(id) && ids.size < ids.add(id).size);
};

const textFor = (open: OpenLines, { head, line }: LineFormat, deliveries: readonly Delivery[]): string =>
  `${open.length() === 0 ? head : ''}${deliveries.map(({ payload }) => line(payload)).join('')}`;

/** Whether something is there that was not closed. */
const isBegun = async ({ open, journal }: FilePlaces): Promise<boolean> =>
  (await isThere(journal)) || isThere(open);

/**
 * Opens the file that is written now, after it has ended what a killed process has begun, and knows what is in it and in
 * the one before. A file whose lines have another form is closed as it is.
 */
const openFile = async (
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
