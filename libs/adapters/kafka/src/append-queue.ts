import { Unavailable, type Deadline, type LogRecord } from '@kith/ports';
import { partsOf, waitForPart, type AppendPart, type Message, type WaitingPart } from './append-part.ts';
import { pause } from '@kith/platform';
import { createDeadlineWatch } from './deadline-watch.ts';
import { MAX_BATCH_BYTES } from './sizes.ts';

/** Records per topic. */
export type TopicMessages = ReadonlyMap<string, readonly Message[]>;

/** Sends batches of records to the log. */
export interface Transport {
  /** Once a batch can be sent; it never rejects, however long that takes. */
  ready(): Promise<void>;
  /** Returns when all of the batch is durable; rejects when that is not known. */
  send(batch: TopicMessages): Promise<void>;
}

export interface AppendQueueOptions {
  readonly transport: Transport;
  /** How long the first of a batch waits for others, in milliseconds, where the last one had few; see `lingerAfter`. */
  readonly lingerMs: number;
  /** The most that may wait to be sent, in bytes. */
  readonly mostWaitingBytes: number;
}

/** Appends of many callers, gathered into batches. */
export interface AppendQueue {
  append(deadline: Deadline, topic: string, records: readonly LogRecord[]): Promise<void>;
  /** Takes nothing more, and ends when everything that waits has its outcome. */
  close(): Promise<void>;
}

const LATE_UNSENT = 'the deadline has passed before the records could be sent';
const LATE_SENT = 'the deadline has passed before the records were known to be durable';

/** So many calls in a batch let the next one wait for a millisecond more. */
const CALLS_PER_MS = 4;
const MAX_LINGER_MS = 5;

/**
 * How long a batch waits for others after one of so many calls, in milliseconds. Where many come at once, those who were
 * answered by the last batch come again within a moment; with them, one batch does the work of two. Whoever comes alone
 * waits no longer than the least.
 */
export const lingerAfter = (leastMs: number, calls: number): number =>
  Math.max(leastMs, Math.min(MAX_LINGER_MS, leastMs + Math.floor(calls / CALLS_PER_MS)));

/**
 * Gathers what is appended within a moment into one batch, and sends one batch at a time: what comes while one is
 * under way makes up the next. Several under way would cost more in all.
 */
export const createAppendQueue = (options: AppendQueueOptions): AppendQueue => {
  const { transport, lingerMs, mostWaitingBytes } = options;
  const waiting = new Set<WaitingPart>();
  let waitingBytes = 0;
  let sending: Promise<void> | null = null;
  let closed = false;
  let lastCalls = 0;

  const remove = (part: WaitingPart): boolean => {
    if (!waiting.delete(part)) return false;
    waitingBytes -= part.bytes;
    return true;
  };
  const add = (part: WaitingPart): void => {
    waiting.add(part);
    waitingBytes += part.bytes;
    sending ??= sendAll();
  };
  const watch = createDeadlineWatch((part: WaitingPart) =>
    part.settle(new Unavailable('kafka', remove(part) ? LATE_UNSENT : LATE_SENT)),
  );
  const takeBatch = (): readonly WaitingPart[] => {
    const batch = firstOf(waiting);
    batch.forEach(remove);
    lastCalls = batch.length;
    return batch;
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      await pause(lingerAfter(lingerMs, lastCalls));
      await transport.ready();
      await sendBatch(transport, takeBatch());
    }
    // In the same step as the last look: what comes a moment later begins anew.
    sending = null;
  };
  /** All of a call is taken or nothing of it; a single large one is taken where nothing waits. */
  const mustHaveRoom = (parts: readonly AppendPart[]): void => {
    const bytes = parts.reduce((sum, part) => sum + part.bytes, waitingBytes);
    if (waiting.size === 0 || bytes <= mostWaitingBytes) return;
    throw new Unavailable('kafka', 'more records wait to be appended than are taken');
  };
  return {
    async append(deadline, topic, records) {
      if (records.length === 0) return;
      if (closed) throw new Unavailable('kafka', 'the log is closed');
      if (deadline.remainingMs() <= 0) throw new Unavailable('kafka', LATE_UNSENT);
      const parts = partsOf(topic, records);
      mustHaveRoom(parts);
      const outcomes = parts.map((part) => waitForPart(part, deadline, watch, add));
      await (outcomes.length === 1 ? outcomes[0] : Promise.all(outcomes));
    },
    async close() {
      closed = true;
      await sending;
    },
  };
};

/** As many of the parts as fit into one request, at least one. */
const firstOf = (waiting: ReadonlySet<WaitingPart>): readonly WaitingPart[] => {
  const batch: WaitingPart[] = [];
  let bytes = 0;
  for (const part of waiting) {
    bytes += part.bytes;
    if (batch.length > 0 && bytes > MAX_BATCH_BYTES) break;
    batch.push(part);
  }
  return batch;
};

const sendBatch = async (transport: Transport, parts: readonly WaitingPart[]): Promise<void> => {
  if (parts.length === 0) return;
  const failure = await transport.send(byTopic(parts)).then(
    () => null,
    (cause: unknown) => new Unavailable('kafka', 'the records are not known to be durable', { cause }),
  );
  for (const part of parts) part.settle(failure);
};

const byTopic = (parts: readonly WaitingPart[]): TopicMessages => {
  const topics = new Map<string, Message[]>();
  for (const { topic, messages } of parts) {
    const gathered = topics.get(topic);
    if (gathered === undefined) topics.set(topic, [...messages]);
    else gathered.push(...messages);
  }
  return topics;
};
