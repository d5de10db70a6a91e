import { EventEmitter, getEventListeners, once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { Kafka } from 'kafkajs';
import { startSubscription } from './log-subscription.ts';

/** More than Node lets one signal have listeners without a warning. */
const CRASHES = 12;

/** A cluster whose group takes each consumer in, and which each consumer loses again as soon as it runs. */
const losingKafka = (): Pick<Kafka, 'consumer'> => ({
  consumer: () => {
    const emitter = new EventEmitter();
    const events = { GROUP_JOIN: 'join', CRASH: 'crash' };
    const consumer = {
      events,
      on: emitter.on.bind(emitter),
      connect: async () => undefined,
      subscribe: async () => undefined,
      run: async () => {
        emitter.emit(events.GROUP_JOIN, { payload: { memberAssignment: {} } });
        emitter.emit(events.CRASH, { payload: { error: new Error('the cluster is away') } });
      },
      disconnect: async () => undefined,
    };
    return consumer as unknown as ReturnType<Kafka['consumer']>;
  },
});

afterEach(() => void vi.restoreAllMocks());

test('a subscription whose consumers are lost again and again leaves nothing of them at its signal', async () => {
  const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
  const failures = new EventEmitter();
  const subscription = startSubscription({
    kafka: losingKafka(),
    topic: 'topic',
    group: 'group',
    subscriber: { startAt: async () => 0, take: async () => undefined },
    onError: (error) => void failures.emit('failure', error),
    ensureTopic: async () => undefined,
    sessionTimeoutMs: 6_000,
    topicEnds: async () => new Map(),
  });
  for (let crashes = 0; crashes < CRASHES; crashes += 1) await once(failures, 'failure');
  const signals = listening.mock.contexts.filter((target) => target instanceof AbortSignal);
  const listeners = signals.map((signal) => getEventListeners(signal, 'abort').length);
  await subscription.stop();
  expect(Math.max(...listeners)).toBeLessThanOrEqual(2);
  expect(signals.length).toBeGreaterThanOrEqual(CRASHES);
  expect(signals.map((signal) => getEventListeners(signal, 'abort'))).toEqual(signals.map(() => []));
});
