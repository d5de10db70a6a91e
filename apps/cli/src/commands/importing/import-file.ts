import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AccountRules } from '@kith/domain/pipeline';
import { errorSentence } from '@kith/platform';
import type { ImportKind, ProfileImport } from '@kith/ports';
import type { Terminal } from '../../terminal.ts';
import type { Outcome } from '../parts/command.ts';
import { grouped } from '../parts/progress-bar.ts';
import { type Bookmark, type ImportTally, openBookmark, type RefusedRecord } from './bookmark.ts';
import { csvRecords } from './csv-records.ts';
import type { ImportSource } from './file-source.ts';
import { ndjsonRecords } from './ndjson-records.ts';
import { createProgress } from './progress.ts';
import { type FileRecord, type ImportFormat, UnreadableFile } from './records.ts';
import { takeFile } from './take-file.ts';

/** Arguments and options of an import, from the command line. */
export interface ImportWords {
  readonly kind: ImportKind;
  readonly account: string;
  readonly format: ImportFormat;
  /** The time of lines that have none. */
  readonly modifiedAt: string | undefined;
  /** Where the report goes; standard output without it. */
  readonly report: string | undefined;
  readonly json: boolean;
}

export interface FileImportDeps {
  readonly words: ImportWords;
  readonly rules: AccountRules;
  readonly source: ImportSource;
  /** Where its bookmark lies; null where the source can be read only once. */
  readonly bookmark: { readonly folder: string; readonly name: string } | null;
  readonly terminal: Terminal;
  readonly withImport: <T>(work: (imports: ProfileImport) => Promise<T>) => Promise<T>;
}

/** Imports a file, from where an earlier try of the same has come to, and reports what was refused. */
export const importFile = async (deps: FileImportDeps): Promise<Outcome> => {
  const { folder, name, leave } = await bookmarkPlace(deps);
  try {
    const bookmark = await openBookmark(folder, name);
    const { records } = bookmark.tally();
    if (records > 0) deps.terminal.message(`It goes on behind the first ${grouped(records)} lines.`);
    return await importBehind(deps, bookmark);
  } finally {
    await leave();
  }
};

const bookmarkPlace = async ({ bookmark }: FileImportDeps) => {
  if (bookmark !== null) return { ...bookmark, leave: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'kith-import-'));
  return { folder, name: randomUUID(), leave: () => rm(folder, { recursive: true }) };
};

const importBehind = async (deps: FileImportDeps, bookmark: Bookmark): Promise<Outcome> => {
  const { words, source, terminal } = deps;
  const progress = createProgress({
    terminal,
    part: () => (source.size === null ? null : source.passed() / Math.max(1, source.size)),
    clock: Date.now,
    already: bookmark.tally().records,
  });
  try {
    const tally = await deps.withImport((imports) =>
      takeFile({ ...words, imports, records: () => recordsOf(deps), bookmark, progress }),
    );
    progress.end();
    await report(deps, tally, bookmark);
    await bookmark.remove();
    const message = summaryOf(tally);
    return tally.refused === 0 ? { kind: 'done', message } : { kind: 'failed', code: 'partly_done', message };
  } catch (error) {
    progress.end();
    const sentence = errorSentence(error).replace(/\.?$/, '.');
    return {
      kind: 'failed',
      code: 'unfinished',
      message: `${sentence} ${farewell(deps, error, bookmark.tally())}`,
    };
  }
};

const farewell = ({ bookmark }: FileImportDeps, error: unknown, { records }: ImportTally): string => {
  if (error instanceof UnreadableFile) return 'Nothing of the file was imported.';
  return bookmark === null
    ? `${grouped(records)} lines are through; begun again, it changes nothing of them.`
    : `${grouped(records)} lines are through; the same command goes on behind them.`;
};

const recordsOf = async function* ({ words, rules, source }: FileImportDeps): AsyncGenerator<FileRecord> {
  const { kind, format, modifiedAt } = words;
  const check = (columns: readonly string[]): void =>
    checkHeader(kind, rules, columns, modifiedAt !== undefined);
  const records = format === 'csv' ? csvRecords(source.chunks(), check) : ndjsonRecords(source.chunks());
  for await (const record of records) yield modifiedAt === undefined ? record : withTime(record, modifiedAt);
};

const withTime = (record: FileRecord, modifiedAt: string): FileRecord => {
  if (record.kind !== 'line') return record;
  const { line } = record;
  const hasTime = Object.hasOwn(line, 'modifiedAt') || Object.hasOwn(line, 'modified-at');
  return hasTime ? record : { ...record, line: { ...line, modifiedAt } };
};

const report = async (
  { words, terminal }: FileImportDeps,
  tally: ImportTally,
  bookmark: Bookmark,
): Promise<void> => {
  const lines = words.json ? reportJson(tally, bookmark.refused()) : reportLines(bookmark.refused());
  if (words.report === undefined) return terminal.print(lines);
  await pipeline(Readable.from(withNewlines(lines)), createWriteStream(words.report, { mode: 0o600 }));
};

const withNewlines = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
};

/** What an import came to, as lines for a person: those that were refused. */
const reportLines = async function* (refused: AsyncIterable<RefusedRecord>): AsyncGenerator<string> {
  for await (const { line, reason } of refused) yield `line ${line}: ${reason}`;
};

/** The same as one JSON object, with the counts. */
const reportJson = async function* (
  { records, taken, outdated, unchanged }: ImportTally,
  refused: AsyncIterable<RefusedRecord>,
): AsyncGenerator<string> {
  const counts = JSON.stringify({ lines: records, taken, outdated, unchanged });
  yield `${counts.slice(0, -1)},"refused":[`;
  let comma = '';
  for await (const one of refused) {
    yield `${comma}${JSON.stringify(one)}`;
    comma = ',';
  }
  yield ']}';
};

/** The counts in a sentence. */
const summaryOf = ({ records, taken, outdated, unchanged, refused }: ImportTally): string =>
  `${grouped(records)} lines: ${grouped(taken)} taken, ${grouped(unchanged)} known before, ` +
  `${grouped(outdated)} outdated by what is later, ${grouped(refused)} refused.`;

const TIME_COLUMNS: readonly string[] = ['modifiedAt', 'modified-at'];

const PERMISSION_COLUMNS = ['identifier', 'value', 'permission', 'status'] as const;

/** Throws `UnreadableFile` where the header lacks a column that every line needs, or has one that no line may have. */
const checkHeader = (
  kind: ImportKind,
  { identifiers, attributes }: Pick<AccountRules, 'identifiers' | 'attributes'>,
  columns: readonly string[],
  hasTime: boolean,
): void => {
  const missing = [
    ...(kind === 'permissions' ? PERMISSION_COLUMNS.filter((name) => !columns.includes(name)) : []),
    ...(hasTime || columns.some((name) => TIME_COLUMNS.includes(name)) ? [] : ['modifiedAt']),
  ];
  if (missing.length > 0) throw new UnreadableFile(`the header has no column ${missing.join(', ')}`);
  if (kind === 'permissions') return;
  const isKnown = (name: string): boolean =>
    TIME_COLUMNS.includes(name) ||
    name === 'profileId' ||
    identifiers.has(name) ||
    attributes.get(name)?.kind === 'imported';
  const unknown = columns.filter((name) => !isKnown(name));
  if (unknown.length === 0) return;
  throw new UnreadableFile(
    `the header has ${unknown.map((name) => JSON.stringify(name)).join(', ')}, and no identifier and no imported ` +
      'attribute of the account has such a name',
  );
};
