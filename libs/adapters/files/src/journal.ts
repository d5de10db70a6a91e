/** The state of a file by its journal: its form, how much of it is whole, and the ids of its deliveries. */
export interface Journal {
  /** When the file began, in epoch milliseconds. */
  readonly began: number;
  /** What its lines are like, as `LineFormat` names it. */
  readonly form: string;
  /** Where the last whole batch ends, in bytes. */
  readonly end: number;
  /** Where the last whole line of the journal ends, in bytes. */
  readonly length: number;
  readonly ids: readonly string[];
}

interface Batch {
  readonly end: number;
  readonly ids: readonly string[];
}

/** The first line of a journal. */
export const journalHead = (head: Pick<Journal, 'began' | 'form'>): string => `${JSON.stringify(head)}\n`;

/** The line of a batch; written when the batch itself is on the disk. */
export const journalLine = (batch: Batch): string => `${JSON.stringify(batch)}\n`;

/** Reads a journal as far as it is whole and its file goes; null where not even its first line is whole. */
export const readJournal = (text: string, fileLength: number): Journal | null => {
  const [first = '', ...lines] = text.split('\n').slice(0, -1);
  const { began, form } = parsed(first) ?? {};
  if (typeof began !== 'number' || typeof form !== 'string') return null;
  const batches = whole(lines, fileLength);
  const length = bytesOf([first, ...lines.slice(0, batches.length)]);
  return { began, form, end: batches.at(-1)?.end ?? 0, length, ids: batches.flatMap(({ ids }) => ids) };
};

const bytesOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

const whole = (lines: readonly string[], fileLength: number): readonly Batch[] => {
  const batches: Batch[] = [];
  for (const line of lines) {
    const batch = batchIn(line);
    if (batch === null || batch.end > fileLength) break;
    batches.push(batch);
  }
  return batches;
};

const batchIn = (line: string): Batch | null => {
  const { end, ids } = parsed(line) ?? {};
  return typeof end === 'number' && Array.isArray(ids) ? { end, ids: ids.map(String) } : null;
};

const parsed = (line: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};
