import { encodeEvent } from '@kith/contracts';
import { rulesInForce, type AccountRules } from '@kith/domain/pipeline';
import type { TrackedEvent } from '@kith/domain/tracking';
import { createKeyring, createLive } from '@kith/platform';
import type { LogBatch, LogSubscriber, TrackingStore } from '@kith/ports';
import { ampleDeadline, anAccount, aProfile } from '@kith/testing';
import { startTrackingSink } from './tracking-sink.ts';

/** An account that counts page views. */
export const accountCalled = (name: string, permissions: readonly string[] = []): AccountRules =>
  anAccount({
    name,
    identifiers: new Map(),
    permissions: new Set(permissions),
    attributes: new Map([['pageViews', { kind: 'count', of: 'page' }]]),
  });

/** What a test's sink works on. */
export interface SinkOverStore {
  readonly tracking: TrackingStore;
  /** How often something was suppressed; nobody in particular is. */
  readonly timesSuppressed?: () => number;
  readonly clock: () => number;
}

/** Starts a sink of the account `demo`, and answers with what it has subscribed with. */
export const subscriberOver = async ({
  tracking,
  timesSuppressed = () => 0,
  clock,
}: SinkOverStore): Promise<LogSubscriber> => {
  const taken: LogSubscriber[] = [];
  const count = (): void => undefined;
  const accounts = new Map([['demo', accountCalled('demo')]]);
  await startTrackingSink({
    log: {
      append: async () => undefined,
      subscribe: async (_topic, _group, subscriber) => {
        taken.push(subscriber);
        return { isDelivering: () => true, lags: () => [], stop: async () => undefined };
      },
    },
    tracking,
    profiles: { load: async () => Promise.reject(new Error('unasked')), stored: async () => null },
    consentHistory: { entries: async () => [], profiles: async () => [], tallies: async () => [] },
    erasures: { suppressed: async () => [], timesSuppressed: async () => timesSuppressed() },
    macs: createKeyring({ umid: ['u'], chain: ['c'], suppression: ['s'] }).macs,
    rules: createLive({ accounts, pipelines: new Map() }).live.map(rulesInForce),
    newProfileId: () => aProfile().profileId,
    callDeadline: ampleDeadline,
    clock,
    metrics: {
      ...{ recorded: count, repeated: count, poisoned: count },
      ...{ withdrawn: count, erased: count, delayed: count, grouped: count },
    },
  });
  return taken[0]!;
};

/** Events of `demo` as the log hands them over. */
export const batchAt = (from: number, events: readonly TrackedEvent[], partition = 0): LogBatch => ({
  topic: 'tracking',
  partition,
  records: events.map((event, index) => ({
    key: event.umid,
    value: encodeEvent('demo', event),
    position: from + index,
  })),
  next: from + events.length,
});
