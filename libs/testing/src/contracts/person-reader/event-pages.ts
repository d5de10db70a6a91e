import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { TrackedEvent } from '@kith/domain/tracking';
import type { EventSelection, Scope } from '@kith/ports';
import { manyOf, randomAccount, randomEventId, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import { anEvent, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { PersonReaderAdapters } from './adapters.ts';

/** The events of a person over several umids, page by page. */
export const describeEventPages = (fixture: () => DurableFixture<PersonReaderAdapters>): void => {
  const record = ({ account }: Scope, events: readonly TrackedEvent[]) =>
    fixture().adapter.tracking.record(
      ampleDeadline(),
      aTrackingCommit({ writes: new Map([[account, trackingWrites({ events })]]) }),
    );
  const page = async (scope: Scope, selection: Partial<EventSelection> & Pick<EventSelection, 'umids'>) => {
    const [events = []] = await fixture().adapter.details.eventsOf(scope, [{ limit: 100, ...selection }]);
    return events;
  };
  const times = async (...args: Parameters<typeof page>) => (await page(...args)).map(({ time }) => time);

  /** Two umids of a person: actions at 1, 3, 5 and pages at 2, 4, 6; and a stranger's event. */
  const sixEvents = async (): Promise<{ readonly scope: Scope; readonly umids: readonly [Umid, Umid] }> => {
    const scope = scopeOf(randomAccount());
    const umids = [randomUmid(), randomUmid()] as const;
    const events = manyOf(6, (index) =>
      anEvent({
        umid: umids[Number(index > 3)]!,
        time: index + 1,
        receivedAt: 100 + index,
        type: index % 2 === 0 ? 'action' : 'page',
      }),
    );
    await record(scope, [...events, anEvent({ time: 3 })]);
    return { scope, umids };
  };

  describe('events', () => {
    test.each<[Partial<EventSelection>, readonly number[]]>([
      [{}, [6, 5, 4, 3, 2, 1]],
      [{ limit: 3 }, [6, 5, 4]],
      [{ limit: 0 }, []],
      [{ types: ['page'] }, [6, 4, 2]],
      [{ types: ['action'], limit: 2 }, [5, 3]],
      [{ types: ['dataLayer'] }, []],
      [{ types: [] }, []],
      [{ from: 2, to: 5 }, [4, 3, 2]],
      [{ from: 2, to: 5, types: ['page'] }, [4, 2]],
      [{ from: 5, to: 2 }, []],
      [{ from: 3, to: 3 }, []],
      [{ after: { time: 4, id: '' } }, [3, 2, 1]],
      [{ after: { time: 4, id: 'z' } }, [4, 3, 2, 1]],
      [{ after: { time: 9, id: 'z' }, to: 3 }, [2, 1]],
      [{ after: { time: 3, id: '' }, to: 6, from: 2 }, [2]],
      [{ receivedFrom: 103 }, [6, 5, 4]],
      [{ receivedFrom: 103, limit: 1, types: ['page'] }, [6]],
    ])('of all umids of a person, newest first, selected by %j, are those', async (selection, expected) => {
      const { scope, umids } = await sixEvents();
      expect(await times(scope, { umids, ...selection })).toEqual(expected);
    });

    test('come for each selection by itself', async () => {
      const { scope, umids } = await sixEvents();
      const selections: EventSelection[] = [
        { umids: [umids[1]], limit: 9 },
        { umids: [randomUmid()], limit: 9 },
        { umids, limit: 2, types: ['page'] },
        { umids: [], limit: 9 },
        { umids: [umids[0]], limit: 1 },
      ];
      const found = await fixture().adapter.details.eventsOf(scope, selections);
      expect(found.map((events) => events.map(({ time }) => time))).toEqual([[6, 5], [], [6, 4], [], [4]]);
    });

    test('of one moment are walked page after page, each once, while others arrive', async () => {
      const [scope, umids] = [scopeOf(randomAccount()), manyOf(3, randomUmid)];
      const there = manyOf(20, (index) =>
        anEvent({ umid: umids[index % 3]!, time: 50 + Math.floor(index / 9) }),
      );
      await record(scope, there);
      const walked: TrackedEvent[] = [];
      for (let pages = 0; pages < 12; pages += 1) {
        const last = walked.at(-1);
        const after = last === undefined ? {} : { after: { time: last.time, id: last.id } };
        walked.push(...(await page(scope, { umids, limit: 3, ...after })));
        await record(scope, [anEvent({ umid: umids[0]!, time: 49 + (pages % 4) })]);
      }
      expect(new Set(walked.map(({ id }) => id)).size).toBe(walked.length);
      const known = new Set(there.map(({ id }) => id));
      expect(walked.filter(({ id }) => known.has(id))).toHaveLength(20);
    });

    test('of a person of hundreds of umids come in one order', async () => {
      const [scope, umids] = [scopeOf(randomAccount()), manyOf(250, randomUmid)];
      await record(
        scope,
        umids.map((umid, index) => anEvent({ umid, time: (index * 7) % 250 })),
      );
      expect(await times(scope, { umids, limit: 200 })).toEqual(manyOf(200, (index) => 249 - index));
    });

    test('far in the past, and of any content, come as they went in', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      const event = anEvent({ umid, time: -62_135_596_800_000, properties: { name: '\ud800', a: [null] } });
      await record(scope, [event]);
      expect(await page(scope, { umids: [umid], from: -62_135_596_800_000, to: 0 })).toEqual([event]);
    });

    test('of other accounts are not seen, by their own cursor neither', async () => {
      const [umid, id] = [randomUmid(), randomEventId()];
      const [one, other] = [scopeOf(randomAccount()), scopeOf(randomAccount())];
      await record(one, [anEvent({ umid, id, time: 5 })]);
      await record(other, [anEvent({ umid, time: 4 })]);
      expect(await times(one, { umids: [umid] })).toEqual([5]);
      expect(await times(one, { umids: [umid], after: { time: 5, id } })).toEqual([]);
      expect(await times(other, { umids: [umid], after: { time: 5, id } })).toEqual([4]);
    });
  });
};
