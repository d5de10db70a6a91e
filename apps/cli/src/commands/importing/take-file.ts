import { randomUUID } from 'node:crypto';
import { deadlineIn } from '@kith/platform';
import type { Imported, ImportKind, ImportLine, ProfileImport } from '@kith/ports';
import { askWhileUnavailable } from '../parts/while-unavailable.ts';
import type { Bookmark, ImportTally, RefusedRecord } from './bookmark.ts';
import type { Progress } from './progress.ts';
import type { FileRecord } from './records.ts';

/** Some records of a file, in their order. */
interface RecordBatch {
  /** How many records they are, also those that cannot be read. */
  readonly records: number;
  readonly lines: readonly { readonly number: number; readonly line: ImportLine }[];
  readonly unreadable: readonly { readonly number: number; readonly reason: string }[];
}

/** How long one batch may take, in milliseconds. */
const BATCH_MS = 30_000;

/** While one batch is being synced to disk, the next one is decided, and one more read. */
const AT_A_TIME = 3;

export interface TakeFileDeps {
  readonly imports: ProfileImport;
  readonly kind: ImportKind;
  readonly account: string;
  readonly records: () => AsyncIterable<FileRecord>;
  readonly bookmark: Bookmark;
  readonly progress: Progress;
}

/** Takes the records of a file that are not through yet, batch by batch; the bookmark moves on behind each. */
export const takeFile = async (deps: TakeFileDeps): Promise<ImportTally> => {
  const { bookmark, progress } = deps;
  const batches = batchesOf(deps.records(), bookmark.tally().records);
  const taken = inOrder(batches, AT_A_TIME, async (batch) => ({
    batch,
    imported: await takeBatch(deps, batch),
  }));
  for await (const { batch, imported } of taken) {
    const refused = refusedOf(batch, imported);
    await bookmark.moveOn(sumOf(bookmark.tally(), batch, imported, refused.length), refused);
    progress.show(bookmark.tally());
  }
  return bookmark.tally();
};

/**
 * A batch that came through twice changes nothing: it is safe to ask again, and by its id it is told what it came to the
 * first time. An app that has ended is not there.
 */
const takeBatch = ({ imports, account, kind }: TakeFileDeps, { lines }: RecordBatch): Promise<Imported> => {
  const batch = { id: randomUUID(), kind, lines: lines.map(({ line }) => line) };
  return askWhileUnavailable(() => imports.take({ account, deadline: deadlineIn(BATCH_MS) }, batch));
};

const refusedOf = ({ lines, unreadable }: RecordBatch, { refused }: Imported): readonly RefusedRecord[] =>
  [
    ...unreadable.map(({ number, reason }) => ({ line: number, reason })),
    ...refused.map(({ index, reason }) => ({ line: lines[index]?.number ?? 0, reason })),
  ].toSorted((a, b) => a.line - b.line);

const sumOf = (
  before: ImportTally,
  { records }: RecordBatch,
  { taken, outdated, unchanged }: Imported,
  refused: number,
): ImportTally => ({
  records: before.records + records,
  taken: before.taken + taken,
  outdated: before.outdated + outdated,
  unchanged: before.unchanged + unchanged,
  refused: before.refused + refused,
});

/** Works on several items at a time, and gives what became of them in the order of the items. */
const inOrder = async function* <T, R>(
  items: AsyncGenerator<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (;;) {
    const next = await items.next();
    if (next.done === true) break;
    const result = work(next.value);
    // Whoever waits for it hears of a fault; until then nobody does.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= most) yield await running.shift()!;
  }
  while (running.length > 0) yield await running.shift()!;
};

/** The most that they bring, in characters; written as JSON that stays below what a call may bring. */
const BATCH_SIZE = 100_000;

/** The most records of a batch: one call, which ends well within the patience of either side. */
const BATCH_RECORDS = 500;

/** Records in batches, without the first ones. */
const batchesOf = async function* (
  records: AsyncIterable<FileRecord>,
  skip: number,
): AsyncGenerator<RecordBatch> {
  let batch: FileRecord[] = [];
  let size = 0;
  let skipped = 0;
  for await (const record of records) {
    if ((skipped += 1) <= skip) continue;
    const next = record.kind === 'line' ? record.size : 0;
    if (batch.length === BATCH_RECORDS || (size + next > BATCH_SIZE && batch.length > 0)) {
      yield batchOf(batch);
      [batch, size] = [[], 0];
    }
    batch.push(record);
    size += next;
  }
  if (batch.length > 0) yield batchOf(batch);
};

const batchOf = (records: readonly FileRecord[]): RecordBatch => ({
  records: records.length,
  lines: records.flatMap((one) => (one.kind === 'line' ? [one] : [])),
  unreadable: records.flatMap((one) => (one.kind === 'unreadable' ? [one] : [])),
});
