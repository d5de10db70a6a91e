import { performance } from 'node:perf_hooks';
import { DeadlineExceeded, type CallFailure, type CallMetrics } from '@kith/platform';
import type { Transport } from './append-queue.ts';

/** The same transport, which tells how long each batch took and how it failed. */
export const countedTransport = (transport: Transport, calls: CallMetrics): Transport => ({
  ...transport,
  async send(batch) {
    const began = performance.now();
    try {
      await transport.send(batch);
      calls.ended(performance.now() - began);
    } catch (error) {
      calls.ended(performance.now() - began, failureOf(error));
      throw error;
    }
  },
});

/** The driver's own failures of connections have such names; all others are answers of a broker. */
const failureOf = (error: unknown): CallFailure => {
  if (error instanceof DeadlineExceeded) return 'late';
  const name = error instanceof Error ? error.name : '';
  if (name === 'KafkaJSRequestTimeoutError') return 'late';
  return /Connection|NumberOfRetries|BrokerNotFound/.test(name) ? 'unreachable' : 'refused';
};
