import { describe, expect, test } from 'vitest';
import { anEvent, manyOf, randomAccount } from '@kith/testing';
import type { AnalystStage } from './analyst-stage.ts';
import { storeEvents } from './known-person.ts';

/** Events counted by the store. */
export const defineStatistics = (stage: () => AnalystStage): void => {
  const count = (account: string, args: string, fields = 'start type pipeline name events') =>
    stage().ask(account, `{ trackingStatistics(${args}) { ${fields} } }`);
  const MARCH = 'from: "2026-03-01", to: "2026-04-01"';

  const someEvents = async (): Promise<string> => {
    const account = randomAccount();
    const times = [
      '2026-03-01T00:30:00Z',
      '2026-03-01T23:30:00Z',
      '2026-03-31T12:00:00Z',
      '2026-04-01T00:00:00Z',
    ];
    await storeEvents(
      stage().store,
      account,
      times.map((time, index) =>
        anEvent({
          time: Date.parse(time),
          type: index === 1 ? 'action' : 'page',
          properties: { name: 'home' },
        }),
      ),
    );
    return account;
  };

  describe('statistics', () => {
    test('are told apart by day where nothing else is asked, in the order of time', async () => {
      expect(await count(await someEvents(), MARCH, 'start events')).toEqual({
        data: {
          trackingStatistics: [
            { start: '2026-03-01T00:00:00.000Z', events: 2 },
            { start: '2026-03-31T00:00:00.000Z', events: 1 },
          ],
        },
      });
    });

    test('are told apart by groups', async () => {
      const start = '2026-03-01T00:00:00.000Z';
      expect(
        await count(await someEvents(), `${MARCH}, granularity: TOTAL, groupBy: [TYPE, NAME, TYPE]`),
      ).toEqual({
        data: {
          trackingStatistics: [
            { start, type: 'action', pipeline: null, name: 'home', events: 1 },
            { start, type: 'page', pipeline: null, name: 'home', events: 2 },
          ],
        },
      });
    });

    test('are of the account of the token alone', async () => {
      await someEvents();
      expect(await count(randomAccount(), MARCH, 'events')).toEqual({ data: { trackingStatistics: [] } });
    });

    test('of an empty span are none', async () => {
      const span = 'from: "2026-03-05", to: "2026-03-05"';
      expect(await count(await someEvents(), span, 'events')).toEqual({ data: { trackingStatistics: [] } });
    });

    test.each([
      ['from: "2026-04-01", to: "2026-03-01"', /to must not lie before from/],
      ['from: "2026-01-01", to: "2026-03-01", granularity: HOUR', /1416 hours; at most 1000/],
      ['from: "0001-01-01", to: "9999-01-01", granularity: MONTH', /months; at most 1000/],
    ])('of %s are bad input that says why', async (args, why) => {
      const { errors } = await count(await someEvents(), args, 'events');
      expect(errors?.[0]?.message).toMatch(why);
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });

    test('of more groups than an answer has are bad input that says so', async () => {
      const account = randomAccount();
      const time = Date.parse('2026-03-05T00:00:00Z');
      await storeEvents(
        stage().store,
        account,
        manyOf(5_001, (index) => anEvent({ time, properties: { name: `name-${index}` } })),
      );
      const { errors } = await count(account, `${MARCH}, granularity: TOTAL, groupBy: [NAME]`, 'name events');
      expect(errors?.[0]?.message).toMatch(/more than 5000 counts/);
    });
  });
};
