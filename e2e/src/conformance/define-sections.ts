import { describe, expect, test } from 'vitest';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';
import { answered, fresh, type TheKith } from './ask.ts';

/** Each flag, the members that it brings, and what they are for somebody of whom nothing is known. */
const sections: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  // Every attribute that is configured, '' where nothing is known of it.
  ['attributes', { attributes: { pageViews: '', lastPage: '', topCategory: '' } }],
  ['identifiers', { identifiers: [] }],
  ['nbidentifiers', { nextBestIdentifiers: [] }],
  ['permissions', { permissions: {}, permissionsLastModification: {} }],
  [
    'notifications',
    {
      notificationHistory: [],
      notificationStatus: { 'CS-OM': false, 'CS-NBA': false, 'CS-OPT': false, 'CS-UTIQ': false },
    },
  ],
];
const bare = { umid: expect.any(String), state: 0 };

/**
 * Flags (docs/behaviour.md#query-parameters), and the sections that they bring
 * (docs/behaviour.md#sections-of-the-answer).
 */
export const defineSections = (kith: TheKith): void => {
  describe('the sections of an answer', () => {
    test.each(sections)('%s brings its members, empty where nothing is known', async (flag, members) => {
      expect(await createVisitor(kith().url).info(`&${flag}`)).toEqual({ ...bare, ...members });
      const returning = createVisitor(kith().url);
      await returning.info();
      expect(await returning.info(`&${flag}`)).toEqual({ ...bare, ...members });
    });

    test.each(sections)('%s counts with any value but false and 0', async (flag, members) => {
      for (const value of ['', '=', '=1', '=true', '=no', '=FALSE', '=00']) {
        const answer = await createVisitor(kith().url).info(`&${flag}${value}`);
        expect({ value, answer }).toEqual({ value, answer: { ...bare, ...members } });
      }
      for (const value of ['=false', '=0']) {
        const answer = await createVisitor(kith().url).info(`&${flag}${value}`);
        expect({ value, answer }).toEqual({ value, answer: bare });
      }
    });

    test('attributes are an empty object where none are configured', async () => {
      const answer = answered(await send(kith().url, '/op/elsewhere/info?out=json&attributes'));
      expect(answer.attributes).toEqual({});
    });

    test('a section that the pipeline does not allow is absent', async () => {
      const flags = sections.map(([flag]) => `&${flag}`).join('');
      const answer = answered(await send(kith().url, `/op/server/info?out=json${flags}`));
      expect(Object.keys(answer).sort()).toEqual([
        'attributes',
        'identifiers',
        'notificationHistory',
        'notificationStatus',
        'permissions',
        'permissionsLastModification',
        'state',
        'umid',
      ]);
    });

    test('the flags work with POST as with GET, and without a body', async () => {
      const visitor = createVisitor(kith().url);
      const customerId = fresh('c');
      const answer = await visitor.info(`&identifiers&customerId=${customerId}`, {});
      expect(answer.identifiers).toEqual([{ name: 'customerId', value: customerId }]);
      expect((await visitor.info('&identifiers')).identifiers).toEqual(answer.identifiers);
    });

    test('state is 0 for a visitor and 1 for a customer, by a login as by a network identifier', async () => {
      const visitor = createVisitor(kith().url);
      expect((await visitor.info(`&deviceId=${fresh('d')}`)).state).toBe(0);
      expect((await visitor.info(`&mt1=${fresh('n')}`)).state).toBe(1);
      expect((await createVisitor(kith().url).info(`&customerId=${fresh('c')}`)).state).toBe(1);
    });
  });
};
