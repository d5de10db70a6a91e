import { setImmediate } from 'node:timers/promises';
import { createBackOff, pause, type Signal } from '@kith/platform';
import type { LogBatch, LogSubscriber, Subscription } from '@kith/ports';
import { PARTITION } from './log-storage.ts';

export interface SubscriptionDeps {
  readonly subscriber: LogSubscriber;
  /** The batch from a position on, null where there is nothing yet. */
  readonly read: (from: number) => LogBatch | null;
  /** How many records lie from a position on, and when the first of them was appended, in epoch milliseconds. */
  readonly behind: (from: number) => { readonly records: number; readonly since: number | null };
  /** Notified after every append to the topic. */
  readonly appended: Signal;
  /** Told of every failure; `attempt` counts those in a row. */
  readonly onFailure: (error: unknown, attempt: number) => void;
}

/** Delivers the records of one topic, one batch after the other, until it is stopped. */
export const startSubscription = (deps: SubscriptionDeps): Subscription => {
  const stopping = new AbortController();
  const state: State = { position: null, failures: 0, isFailing: false };
  const ended = deliver(deps, stopping.signal, state);
  return {
    lags: () =>
      state.position === null || stopping.signal.aborted
        ? []
        : [{ partition: PARTITION, ...deps.behind(state.position) }],
    isDelivering: () => !state.isFailing,
    stop() {
      stopping.abort();
      return ended;
    },
  };
};

interface State {
  /** Of the next record to take; null until the subscriber has said it. */
  position: number | null;
  /** Since the last batch that was taken. */
  failures: number;
  isFailing: boolean;
}

const deliver = async (deps: SubscriptionDeps, stop: AbortSignal, state: State): Promise<void> => {
  while (!stop.aborted) {
    try {
      await deliverFrom(await deps.subscriber.startAt(PARTITION), deps, stop, state);
    } catch (error) {
      state.failures += 1;
      state.isFailing = true;
      deps.onFailure(error, state.failures);
      await pause(pauseAfter(state.failures), stop);
    }
  }
};

const deliverFrom = async (
  start: number,
  { read, subscriber, appended }: SubscriptionDeps,
  stop: AbortSignal,
  state: State,
): Promise<void> => {
  let position = (state.position = start);
  while (!stop.aborted) {
    const batch = read(position);
    if (batch === null) {
      state.isFailing = false;
      await nextNotification(appended, stop);
      continue;
    }
    await subscriber.take(batch);
    state.failures = 0;
    state.isFailing = false;
    position = state.position = batch.next;
    // A long backlog must not keep everybody else from their turn.
    await setImmediate();
  }
};

/** Grows from 50 ms to 5 s, doubling each time. */
export const pauseAfter = createBackOff({ firstMs: 50, maxMs: 5_000 });

/** The read that found nothing and this one's start share a turn, so no append falls between them. */
const nextNotification = (appended: Signal, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      unlisten();
      stop.removeEventListener('abort', done);
      resolve();
    };
    const unlisten = appended.listen(done);
    stop.addEventListener('abort', done);
  });
