import { errorSentence } from '../errors/error-sentence.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { startWakeableLoop } from '../concurrency/wakeable-loop.ts';
import { fileMark } from './file-mark.ts';
import { createFileReports } from './file-reports.ts';

/** How often files are looked at, in milliseconds. No event of the system tells of every way to change a file. */
const EVERY_MS = 2_000;

/** Which files are followed, and how. */
export interface FollowedFilesOptions<Wanted extends { readonly file: string }, Content> {
  /** What is wanted at the moment, each by a key of its own. */
  readonly wanted: () => ReadonlyMap<string, Wanted>;
  /** Reads a file; throws with a sentence where it cannot be used. */
  readonly read: (wanted: Wanted) => Promise<Content>;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly everyMs?: number;
}

/** The contents of files that are read again when they change. */
export interface FollowedFiles<Content> {
  /** What stood in the file when it could last be used; undefined where it never could. */
  readonly get: (key: string) => Content | undefined;
  /** Looks at all files, as it happens every now and then. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

interface Followed<Content> {
  content: Content | undefined;
  /** The mark at the last look; null before the first. */
  seen: string | null;
  /** The mark of what was last taken over or refused. */
  judged: string | null;
}

/**
 * Reads files, and reads each again when it has changed and rests: one that is still being written is left until two
 * looks find it alike. What cannot be used is told to the log and counted, and what was read before stays.
 */
export const followFiles = async <Wanted extends { readonly file: string }, Content>(
  options: FollowedFilesOptions<Wanted, Content>,
): Promise<FollowedFiles<Content>> => {
  const followed = new Map<string, Followed<Content>>();
  const judge = createJudge(options);
  const check = async (): Promise<void> => {
    const wanted = options.wanted();
    for (const key of followed.keys()) if (!wanted.has(key)) followed.delete(key);
    // One after the other: some are large.
    for (const [key, one] of wanted) {
      const known = followed.get(key) ?? { content: undefined, seen: null, judged: null };
      followed.set(key, known);
      await judge(one, known);
    }
  };
  await check();
  const everyMs = options.everyMs ?? EVERY_MS;
  const loop = startWakeableLoop({
    firstRestMs: everyMs,
    turn: async () => {
      await check();
      return everyMs;
    },
  });
  return { get: (key) => followed.get(key)?.content, check, close: () => void loop.stop() };
};

const createJudge = <Wanted extends { readonly file: string }, Content>(
  options: FollowedFilesOptions<Wanted, Content>,
) => {
  const reports = createFileReports(options);
  return async (wanted: Wanted, known: Followed<Content>): Promise<void> => {
    const { kind, mark } = await fileMark(wanted.file);
    const rests = known.seen === null || known.seen === mark;
    known.seen = mark;
    if (!rests || known.judged === mark) return;
    const read = kind === 'none' ? { why: mark } : await contentOf(options.read, wanted);
    // It changed under the reader's hands: what was read is neither the one nor the other.
    if ((await fileMark(wanted.file)).mark !== mark) return;
    known.judged = mark;
    if ('why' in read) return reports.refused(wanted.file, read.why, known.content !== undefined);
    known.content = read.content;
    reports.taken(wanted.file);
  };
};

const contentOf = async <Wanted, Content>(
  read: (wanted: Wanted) => Promise<Content>,
  wanted: Wanted,
): Promise<{ readonly content: Content } | { readonly why: string }> => {
  try {
    return { content: await read(wanted) };
  } catch (error) {
    return { why: errorSentence(error) };
  }
};
