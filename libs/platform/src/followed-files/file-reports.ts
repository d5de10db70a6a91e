import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Tells of files that are followed. */
export interface FileReports {
  taken(file: string): void;
  /** `why` is the end of a sentence that begins with the file's name. */
  refused(file: string, why: string, hasOld: boolean): void;
}

export const createFileReports = ({
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
