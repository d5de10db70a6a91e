import { setImmediate } from 'node:timers/promises';
import { createSignal, NO_DEADLINE, type Signal, startWakeableLoop } from '@kith/platform';
import type { EventLog, LogRetention, Subscription } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { sweepDeadLetters } from '../tracking/dead-letter-store.ts';
import { gatherAppends } from './gathered-appends.ts';
import { behindFrom, readBatch, removeOldRecords, topicsOf } from './log-storage.ts';
import { startSubscription } from './log-subscription.ts';

/** So few that nobody who waits for the same commit notices. */
const ROWS_PER_STEP = 500;

/** Where a failure happened. */
export interface LogFailure {
  readonly topic: string;
  readonly group: string;
  /** Failures in a row. */
  readonly attempt: number;
}

/** How the log of the embedded store behaves. */
export interface LogOptions {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Records older than this are removed, whoever has read them. */
  readonly retentionMs: number;
  readonly sweepIntervalMs: number;
  /** Told when a subscriber threw; the log tries again by itself. */
  readonly onError: (error: unknown, failure: LogFailure) => void;
}

/** The log, and what ends its work in the background. */
export interface EmbeddedLog extends EventLog, LogRetention {
  readonly close: () => Promise<void>;
}

/** A log of one partition per topic that lies in the same environment as the store. */
export const createEventLog = (
  environment: Environment,
  store: StoreCollections,
  options: LogOptions,
): EmbeddedLog => {
  const appended = createSignals();
  const subscriptions = new Set<Subscription>();
  const retentions = new Map<string, number>();
  const oldestKept = (topic: string): number =>
    options.clock() - (retentions.get(topic) ?? options.retentionMs);
  const append = gatherAppends({
    environment,
    store,
    clock: options.clock,
    appended: (topic) => appended(topic).notify(),
  });
  const sweeper = startSweeper(environment, store, options, oldestKept);
  return {
    async append(deadline, topic, records) {
      if (records.length === 0) return;
      await append(deadline, topic, records);
    },
    async subscribe(topic, group, subscriber) {
      const subscription = startSubscription({
        subscriber,
        read: (from) => readBatch(store, topic, from),
        behind: (from) => behindFrom(store, topic, from),
        appended: appended(topic),
        onFailure: (error, attempt) => options.onError(error, { topic, group, attempt }),
      });
      subscriptions.add(subscription);
      return {
        lags: subscription.lags,
        isDelivering: subscription.isDelivering,
        stop: () => subscription.stop().finally(() => subscriptions.delete(subscription)),
      };
    },
    async keepFor(_deadline, topic, retentionMs) {
      retentions.set(topic, Math.min(options.retentionMs, retentionMs));
      await sweepTopic(environment, store, topic, oldestKept(topic));
    },
    async close() {
      await sweeper.stop();
      await Promise.all(Array.from(subscriptions, (subscription) => subscription.stop()));
    },
  };
};

const createSignals = (): ((topic: string) => Signal) => {
  const signals = new Map<string, Signal>();
  return (topic) => {
    const signal = signals.get(topic) ?? createSignal();
    signals.set(topic, signal);
    return signal;
  };
};

/** Sweeps now and then, one sweep at a time; one that fails is made up for by the next. */
const startSweeper = (
  environment: Environment,
  store: StoreCollections,
  options: LogOptions,
  oldestKept: (topic: string) => number,
) => {
  const sweep = (): Promise<void> =>
    sweepLog(environment, store, oldestKept).then(() =>
      sweepDeadLetters(environment, store, options.clock()),
    );
  return startWakeableLoop({
    firstRestMs: options.sweepIntervalMs,
    turn: async () => {
      await sweep();
      return options.sweepIntervalMs;
    },
    onFailure: (error) => {
      options.onError(error, { topic: '*', group: 'retention', attempt: 1 });
      return options.sweepIntervalMs;
    },
  });
};

/** Removes the records of each topic that were appended before its time, in bounded steps. */
const sweepLog = async (
  environment: Environment,
  store: StoreCollections,
  appendedBefore: (topic: string) => number,
): Promise<void> => {
  const topics = await environment.read(NO_DEADLINE, () => topicsOf(store));
  for (const topic of topics) await sweepTopic(environment, store, topic, appendedBefore(topic));
};

/** Removes the records of a topic that were appended before that time, in bounded steps. */
const sweepTopic = async (
  environment: Environment,
  store: StoreCollections,
  topic: string,
  appendedBefore: number,
): Promise<void> => {
  for (;;) {
    const removed = await environment.write(NO_DEADLINE, () =>
      removeOldRecords(store, topic, appendedBefore, ROWS_PER_STEP),
    );
    if (removed < ROWS_PER_STEP) return;
    await setImmediate();
  }
};
