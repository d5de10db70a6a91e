import type { EventType, Granularity } from '@kith/domain/tracking';
import type { EventCount, StatisticsQuestion, TrackingStatistics } from '@kith/ports';
import type { Document } from 'mongodb';
import type { Connection } from '../engine/connection.ts';
import type { EventDocument } from '../engine/documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** A group as the server counts it; without granularity it has no start, and what no event has is absent. */
interface CountedGroup {
  readonly _id: {
    readonly start?: Date;
    readonly type?: EventType;
    readonly pipeline?: string;
    readonly name?: string | null;
  };
  readonly events: number;
}

/** Counts events in MongoDB, from an index alone. */
export const createTrackingStatistics = (connection: Connection): TrackingStatistics => ({
  async countEvents({ account, deadline }, question) {
    const { span, limit } = question;
    const pipeline = [
      { $match: { account, time: { $gte: span.from, $lt: span.to } } },
      { $group: { _id: groupOf(question), events: { $sum: 1 } } },
      { $limit: limit + 1 },
    ];
    const groups = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<EventDocument>(COLLECTIONS.events)
        .aggregate<CountedGroup>(pipeline, { ...bounds, hint: 'counted', batchSize: limit + 2 })
        .toArray(),
    );
    return groups.length > limit ? 'tooMany' : groups.map((group) => countOf(question, group));
  },
});

const groupOf = ({ granularity, groupBy }: StatisticsQuestion): Document => ({
  ...(granularity === 'total' ? {} : { start: startOf(granularity) }),
  ...Object.fromEntries(groupBy.map((group) => [group, `$${group}`])),
});

/** A time is a number; an integer of 32 bits, which some are, would be no date by itself. */
const startOf = (unit: Exclude<Granularity, 'total'>): Document => ({
  $dateTrunc: { date: { $add: [new Date(0), '$time'] }, unit, startOfWeek: 'monday' },
});

const countOf = ({ span, groupBy }: StatisticsQuestion, { _id, events }: CountedGroup): EventCount => ({
  start: _id.start?.getTime() ?? span.from,
  ...(_id.type === undefined ? {} : { type: _id.type }),
  ...(_id.pipeline === undefined ? {} : { pipeline: _id.pipeline }),
  ...(groupBy.includes('name') ? { name: _id.name ?? null } : {}),
  events,
});
