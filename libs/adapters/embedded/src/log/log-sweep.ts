import { setImmediate } from 'node:timers/promises';
import { NO_DEADLINE } from '@kith/platform';
import { removeOldRecords, topicsOf } from './log-storage.ts';
import type { Environment } from '../engine/environment.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** So few that nobody who waits for the same commit notices. */
const RECORDS_PER_STEP = 500;

/** Removes the records of each topic that were appended before its time, in bounded steps. */
export const sweepLog = async (
  environment: Environment,
  store: StoreCollections,
  appendedBefore: (topic: string) => number,
): Promise<void> => {
  const topics = await environment.read(NO_DEADLINE, () => topicsOf(store));
  for (const topic of topics) await sweepTopic(environment, store, topic, appendedBefore(topic));
};

/** Removes the records of a topic that were appended before that time, in bounded steps. */
export const sweepTopic = async (
  environment: Environment,
  store: StoreCollections,
  topic: string,
  appendedBefore: number,
): Promise<void> => {
  for (;;) {
    const removed = await environment.write(NO_DEADLINE, () =>
      removeOldRecords(store, topic, appendedBefore, RECORDS_PER_STEP),
    );
    if (removed < RECORDS_PER_STEP) return;
    await setImmediate();
  }
};
