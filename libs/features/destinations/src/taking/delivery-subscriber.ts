import { once } from 'node:events';
import { CHANGES_TOPIC } from '@kith/contracts';
import type { DeliveryTaking, LogBatch, LogSubscriber, StoredRecord } from '@kith/ports';
import { concerns } from './concerns.ts';
import { endNotes, whenOf } from '../delivering/attempt.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { readRecord } from './read-record.ts';
import { untilRecorded } from './recorded-events.ts';
import { untilRoom } from './capacity.ts';
import type { Held, Room } from './capacity.ts';
import { takePart } from './take-part.ts';
import type { BatchPart, Left } from './take-part.ts';

/** What takes the records of a topic for one destination. */
export interface Subscribing extends Tending {
  readonly held: Held;
  readonly room: Room;
  /** Something was parked, or laid aside. */
  readonly wake: () => void;
  /** Changes were removed from the log before they were taken. */
  readonly lost: () => Promise<void>;
}

/** So much is delivered again at most where the process is killed. */
const RECORDS_PER_PART = 100;

/** Where a partition stands: what is stored of it. */
interface Stand {
  readonly round: number;
  readonly position: number;
  readonly sinceOf: BatchPart['sinceOf'];
}

/** Takes the records of one topic for one destination, and keeps its own position among them. */
export const deliverySubscriber = (parts: Subscribing, topic: string): LogSubscriber => {
  const stands = new Map<number, Stand>();
  const takeNext = async (partition: number, part: LogBatch): Promise<void> => {
    const stand = stands.get(partition) ?? (await standOf(parts, topic, partition));
    await untilRoom(topic, parts.held, parts.room, parts.stopping);
    if (concerns(parts.rules, topic)) await untilRecorded(parts, part);
    await takeAndMove(parts, stand, part);
    stands.set(partition, { ...stand, position: part.next });
  };
  return {
    startAt: async (partition) => {
      const stand = await standOf(parts, topic, partition);
      stands.set(partition, stand);
      return stand.position;
    },
    take: async (batch) => {
      try {
        for (const part of partsOf(batch)) await takeNext(batch.partition, part);
      } catch (error) {
        // Nobody will ask for more of this destination, and its position was not moved.
        if (!parts.stopping.aborted) throw error;
      }
    },
  };
};

const standOf = async (parts: Subscribing, topic: string, partition: number): Promise<Stand> => {
  const { deliveries, rules, configuredAt } = parts;
  const first = { isPaused: rules.startsPaused, since: configuredAt };
  const { round, since, owedSince } = await deliveries.open(scopeOf(parts), rules.name, first);
  const { position, takenBefore } = await deliveries.reached(scopeOf(parts), rules.name, topic, partition);
  return { round, position, sinceOf: (at) => (at < takenBefore ? since : owedSince) };
};

const partsOf = ({ records, next, topic, partition }: LogBatch): readonly LogBatch[] =>
  Array.from({ length: Math.ceil(records.length / RECORDS_PER_PART) }, (_, index) => {
    const own = records.slice(index * RECORDS_PER_PART, (index + 1) * RECORDS_PER_PART);
    const behind = records[(index + 1) * RECORDS_PER_PART];
    return { topic, partition, records: own, next: behind?.position ?? next };
  });

const NOTHING_LEFT: Left = { parked: [], failed: [] };

const takeAndMove = async (
  parts: Subscribing,
  { round, position, sinceOf }: Stand,
  { topic, partition, records, next }: LogBatch,
): Promise<void> => {
  if (topic === CHANGES_TOPIC && records[0]!.position > position) await parts.lost();
  const part: BatchPart = { topic, partition, records, sinceOf };
  const left = concerns(parts.rules, topic) ? await takePart(parts, part) : NOTHING_LEFT;
  const takenAt = newestOf(parts, topic, records);
  const moving = { topic, partition, round, from: position, to: next, takenAt, ...left };
  const outcome = await parts.deliveries.take(scopeOf(parts), parts.rules.name, moving);
  if (outcome === 'fenced') await leaveTo(parts, moving);
  await endNotes(
    parts,
    left.failed.map(({ occurrence }) => occurrence),
  );
  note(parts, topic, takenAt, left);
};

/**
 * Where another round has begun, whoever keeps the destination leaves it in a moment and begins that round: nothing is
 * taken here any more.
 */
const leaveTo = async (parts: Subscribing, { round, topic, partition }: DeliveryTaking): Promise<never> => {
  const state = await parts.deliveries.state(scopeOf(parts), parts.rules.name);
  if (state?.round !== round && !parts.stopping.aborted) await once(parts.stopping, 'abort');
  parts.stopping.throwIfAborted();
  throw new Overtaken(topic, partition);
};

/** Somebody else takes care of the destination by now: its position has to be asked for again. */
class Overtaken extends Error {
  constructor(topic: string, partition: number) {
    super(`the position of ${topic}/${partition} was moved by somebody else`);
  }
}

const newestOf = ({ rules }: Subscribing, topic: string, records: readonly StoredRecord[]): number | null => {
  const last = records.findLast((record) => readRecord(topic, rules.account, record) !== null);
  const happening = last === undefined ? null : readRecord(topic, rules.account, last);
  return happening === null ? null : whenOf(happening);
};

const note = (
  { held, metrics, clock, wake }: Subscribing,
  topic: string,
  takenAt: number | null,
  { parked, failed }: Left,
): void => {
  held.waiting += parked.length;
  held.failed += failed.length;
  metrics.holds(held);
  if (failed.length > 0) metrics.laidAside(failed.length);
  if (takenAt !== null) metrics.behind(topic, Math.max(0, clock() - takenAt));
  if (parked.length > 0) wake();
};
