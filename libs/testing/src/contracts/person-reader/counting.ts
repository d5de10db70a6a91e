import { describe, expect, test } from 'vitest';
import type { TrackedEvent } from '@kith/domain/tracking';
import { Unavailable, type EventCount, type Scope, type StatisticsQuestion } from '@kith/ports';
import { manyOf, randomAccount } from '../../builders/ids.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import { anEvent, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { PersonReaderAdapters } from './adapters.ts';

const at = (iso: string): number => Date.parse(iso);
const YEAR = { from: at('2026-01-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') };

/** Events counted over time and by groups. */
export const describeCounting = (fixture: () => DurableFixture<PersonReaderAdapters>): void => {
  const record = ({ account }: Scope, events: readonly TrackedEvent[]) =>
    fixture().adapter.tracking.record(
      ampleDeadline(),
      aTrackingCommit({ writes: new Map([[account, trackingWrites({ events })]]) }),
    );
  const counted = async (scope: Scope, question: Partial<StatisticsQuestion>) => {
    const asked = { span: YEAR, granularity: 'total', groupBy: [], limit: 1_000, ...question } as const;
    const counts = await fixture().adapter.statistics.countEvents(scope, asked);
    return counts === 'tooMany' ? counts : counts.toSorted(inOrder);
  };
  const startsOf = (counts: readonly EventCount[] | 'tooMany') =>
    counts === 'tooMany'
      ? counts
      : counts.map(({ start, events }) => [new Date(start).toISOString().slice(0, 16), events]);

  const someEvents = async (): Promise<Scope> => {
    const scope = scopeOf(randomAccount());
    await record(scope, [
      anEvent({ time: at('2026-03-01T00:00:00.000Z'), type: 'page', properties: { name: 'home' } }),
      anEvent({ time: at('2026-03-01T00:59:59.999Z'), type: 'page', properties: { name: 'home' } }),
      anEvent({ time: at('2026-03-01T23:00:00.000Z'), type: 'action', properties: {}, pipeline: 'app' }),
      anEvent({ time: at('2026-03-02T00:00:00.000Z'), type: 'page', properties: { name: 7 } }),
      anEvent({ time: at('2026-12-31T23:59:59.999Z'), type: 'dataLayer', properties: { name: '' } }),
      anEvent({ time: YEAR.from - 1 }),
      anEvent({ time: YEAR.to }),
    ]);
    return scope;
  };

  describe('the counts of a span', () => {
    test.each<[StatisticsQuestion['granularity'], readonly (readonly [string, number])[]]>([
      ['total', [['2026-01-01T00:00', 5]]],
      [
        'month',
        [
          ['2026-03-01T00:00', 4],
          ['2026-12-01T00:00', 1],
        ],
      ],
      [
        'week',
        [
          ['2026-02-23T00:00', 3],
          ['2026-03-02T00:00', 1],
          ['2026-12-28T00:00', 1],
        ],
      ],
      [
        'day',
        [
          ['2026-03-01T00:00', 3],
          ['2026-03-02T00:00', 1],
          ['2026-12-31T00:00', 1],
        ],
      ],
      [
        'hour',
        [
          ['2026-03-01T00:00', 2],
          ['2026-03-01T23:00', 1],
          ['2026-03-02T00:00', 1],
          ['2026-12-31T23:00', 1],
        ],
      ],
    ])('by %s are in UTC', async (granularity, expected) => {
      expect(startsOf(await counted(await someEvents(), { granularity }))).toEqual(expected);
    });

    test('are told apart by type, pipeline and name', async () => {
      const scope = await someEvents();
      const start = YEAR.from;
      expect(await counted(scope, { groupBy: ['type'] })).toEqual([
        { start, type: 'action', events: 1 },
        { start, type: 'dataLayer', events: 1 },
        { start, type: 'page', events: 3 },
      ]);
      expect(await counted(scope, { groupBy: ['name'] })).toEqual([
        { start, name: 'home', events: 2 },
        { start, name: null, events: 3 },
      ]);
      expect(await counted(scope, { groupBy: ['pipeline', 'name', 'type'], granularity: 'month' })).toEqual([
        { start: at('2026-03-01T00:00:00Z'), type: 'action', pipeline: 'app', name: null, events: 1 },
        { start: at('2026-03-01T00:00:00Z'), type: 'page', pipeline: 'web', name: 'home', events: 2 },
        { start: at('2026-03-01T00:00:00Z'), type: 'page', pipeline: 'web', name: null, events: 1 },
        { start: at('2026-12-01T00:00:00Z'), type: 'dataLayer', pipeline: 'web', name: null, events: 1 },
      ]);
    });

    test('are too many where there are more than wanted', async () => {
      const scope = await someEvents();
      expect(await counted(scope, { granularity: 'hour', limit: 3 })).toBe('tooMany');
      expect(startsOf(await counted(scope, { granularity: 'hour', limit: 4 }))).toHaveLength(4);
    });

    test('are all there for more events than are looked at in one step', async () => {
      const scope = scopeOf(randomAccount());
      await record(
        scope,
        manyOf(4_500, (index) => anEvent({ time: YEAR.from + Math.floor(index / 3) * 60_000 })),
      );
      expect(startsOf(await counted(scope, {}))).toEqual([['2026-01-01T00:00', 4_500]]);
      expect(await counted(scope, { granularity: 'hour' })).toHaveLength(25);
    });

    test('reach back before the epoch', async () => {
      const scope = scopeOf(randomAccount());
      await record(scope, [anEvent({ time: -1 }), anEvent({ time: 30 })]);
      const span = { from: at('1969-12-01T00:00:00Z'), to: at('1970-02-01T00:00:00Z') };
      expect(startsOf(await counted(scope, { span, granularity: 'day' }))).toEqual([
        ['1969-12-31T00:00', 1],
        ['1970-01-01T00:00', 1],
      ]);
    });

    test('are those of the account alone, and none where nothing happened', async () => {
      const scope = await someEvents();
      const span = { from: YEAR.to + 1, to: YEAR.to + 2 };
      expect(await counted(scope, { span })).toEqual([]);
      expect(await counted(scopeOf(randomAccount()), {})).toEqual([]);
      expect(await counted(scopeOf(`${scope.account}:x`), {})).toEqual([]);
    });

    test('are refused with Unavailable once the deadline has passed', async () => {
      await expect(counted(scopeOf(randomAccount(), PAST_DEADLINE), {})).rejects.toThrow(Unavailable);
    });
  });
};

const inOrder = (a: EventCount, b: EventCount): number =>
  a.start - b.start || (textOf(a) < textOf(b) ? -1 : 1);

const textOf = ({ type, pipeline, name }: EventCount): string => JSON.stringify([type, pipeline, name]);
