import { stat } from 'node:fs/promises';
import { startWakeableLoop } from '../concurrency/wakeable-loop.ts';
import { errorCode, errorSentence } from '../errors/error-sentence.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Tells of files that are followed. */
interface FileReports {
  taken(file: string): void;
  /** `why` is the end of a sentence that begins with the file's name. */
  refused(file: string, why: string, hasOld: boolean): void;
}

/** By what a file is known to be another than before; or why it cannot be read, as the end of a sentence. */
type FileMark =
  { readonly kind: 'file'; readonly mark: string } | { readonly kind: 'none'; readonly mark: string };

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

/**
 * Looks at what stands under a name, behind every symbolic link: a file that was written anew, replaced by renaming, or
 * reached by another link (as Kubernetes swaps its volumes) has another mark.
 */
const fileMark = async (file: string): Promise<FileMark> => {
  try {
    const { dev, ino, size, mtimeNs, isFile } = await statOf(file);
    return isFile
      ? { kind: 'file', mark: [dev, ino, size, mtimeNs].join(':') }
      : { kind: 'none', mark: 'is no regular file' };
  } catch (error) {
    const code = errorCode(error) ?? 'unreadable';
    return { kind: 'none', mark: code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})` };
  }
};

const statOf = async (file: string) => {
  const found = await stat(file, { bigint: true });
  const { dev, ino, size, mtimeNs } = found;
  return { dev, ino, size, mtimeNs, isFile: found.isFile() };
};

const createFileReports = ({
  logger,
  metrics,
  clock,
}: {
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  readonly clock: () => number;
}): FileReports => {
  const reads = metrics.counter(
    'kith_followed_file_reads_total',
    'How often a file that steps look into was read, by what came of it.',
    ['file', 'outcome'],
  );
  const takenAt = metrics.gauge(
    'kith_followed_file_timestamp_seconds',
    'When the content in use was read, in seconds since 1970; 0 where there is none.',
    ['file'],
  );
  return {
    taken: (file) => {
      logger.info({ file }, 'the file was read and is in use');
      reads.inc({ file, outcome: 'in use' });
      takenAt.set(clock() / 1_000, { file });
    },
    refused: (file, why, hasOld) => {
      const consequence = hasOld ? 'what was read before stays in use' : 'nothing is known of it';
      logger.error({ file, why }, `${file}: ${why}; ${consequence}`);
      reads.inc({ file, outcome: 'refused' });
      if (!hasOld) takenAt.set(0, { file });
    },
  };
};
