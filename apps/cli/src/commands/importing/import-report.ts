import type { RefusedRecord, ImportTally } from './bookmark.ts';
import { grouped } from '../parts/progress-bar.ts';

/** What an import came to, as lines for a person: those that were refused. */
export const reportLines = async function* (refused: AsyncIterable<RefusedRecord>): AsyncGenerator<string> {
  for await (const { line, reason } of refused) yield `line ${line}: ${reason}`;
};

/** The same as one JSON object, with the counts. */
export const reportJson = async function* (
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
export const summaryOf = ({ records, taken, outdated, unchanged, refused }: ImportTally): string =>
  `${grouped(records)} lines: ${grouped(taken)} taken, ${grouped(unchanged)} known before, ` +
  `${grouped(outdated)} outdated by what is later, ${grouped(refused)} refused.`;
