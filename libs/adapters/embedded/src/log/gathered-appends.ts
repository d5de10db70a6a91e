import type { Deadline, LogRecord } from '@kith/ports';
import { NO_DEADLINE } from '@kith/platform';
import { mustNotBePast, pastDeadline, withinDeadline } from '../engine/within-deadline.ts';
import { inRows } from './log-record.ts';
import { appendRows } from './log-storage.ts';
import type { Environment } from '../engine/environment.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Needed to append to a log. */
export interface AppendDeps {
  readonly environment: Environment;
  readonly store: StoreCollections;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Told after each commit that has added to a topic. */
  readonly appended: (topic: string) => void;
}

/** Appends records to a topic; fulfilled when they are on the disk. */
export type Append = (deadline: Deadline, topic: string, records: readonly LogRecord[]) => Promise<void>;

interface PendingAppend {
  readonly deadline: Deadline;
  readonly records: readonly LogRecord[];
  /** Whether its records are in the transaction. */
  isIn: boolean;
}

/** Appends to one topic that become one write. */
interface Gathering {
  readonly appends: PendingAppend[];
  /** Of the whole write. */
  readonly written: Promise<void>;
}

/**
 * What is appended to a topic until its transaction begins is written together: rows cost the same whatever they hold, and
 * the place where the topic goes on is written once.
 */
export const gatherAppends = ({ environment, store, clock, appended }: AppendDeps): Append => {
  const open = new Map<string, Gathering>();
  const begin = (topic: string): Gathering => {
    const appends: PendingAppend[] = [];
    const write = (): void => {
      // From now on others gather anew; where the transaction is made again, it is of the same ones.
      if (open.get(topic)?.appends === appends) open.delete(topic);
      for (const append of appends) append.isIn = append.deadline.remainingMs() > 0;
      const records = appends.flatMap((append) => (append.isIn ? append.records : []));
      if (records.length > 0) appendRows(store, topic, inRows(records), clock());
    };
    const written = environment.write(NO_DEADLINE, write, () => appended(topic));
    const gathering = { appends, written };
    open.set(topic, gathering);
    return gathering;
  };
  return async (deadline, topic, records) => {
    mustNotBePast(deadline);
    const append = { deadline, records, isIn: false };
    const { appends, written } = open.get(topic) ?? begin(topic);
    appends.push(append);
    await withinDeadline(deadline, written);
    if (!append.isIn) throw pastDeadline();
  };
};
