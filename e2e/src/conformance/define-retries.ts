import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { createVisitor, type Visitor } from '../kit/visitor.ts';
import { answered, fresh, refusedAt, type TheKith } from './ask.ts';

const path = '/op/web/info?out=json';

/** Requests and elements that are sent again (docs/behaviour.md#retries). */
export const defineRetries = (kith: TheKith): void => {
  describe('retries', () => {
    const pageViewsOnceSeen = async (visitor: Visitor): Promise<unknown> => {
      await visitor.info('', { data: [{ page: { name: 'last' } }] });
      const seen = await eventually(
        () => visitor.info('&attributes'),
        ({ attributes }) => attributes?.['lastPage'] === 'last',
      );
      return seen.attributes?.['pageViews'];
    };

    test('a whole request with a key takes effect once, however often it comes, also at once', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const body = {
        data: [{ page: { name: 'a' } }, { page: { name: 'b' } }],
        notification: [{ name: 'MAIN_CS' }],
        permission: { 'CS-OM': true },
      };
      const headers = { 'idempotency-key': randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => visitor.post(`${path}&notifications&permissions`, body, headers)),
      );
      for (const received of answers) expect(answered(received).notificationHistory).toHaveLength(1);
      const times = answers.map((received) => answered(received).permissionsLastModification?.['CS-OM']);
      expect(new Set(times).size).toBe(1);
      expect(await pageViewsOnceSeen(visitor)).toBe('3');
    });

    test('a late retry undoes no login that came after it', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const login = (customerId: string, key: string) =>
        visitor.post(`${path}&customerId=${customerId}`, {}, { 'idempotency-key': key });
      const [first, second] = [fresh('c'), fresh('c')];
      const key = randomUUID();
      await login(first, key);
      const { umid } = answered(await login(second, randomUUID()));
      expect(answered(await login(first, key)).umid).toBe(umid);
      expect((await visitor.info('&identifiers')).identifiers).toEqual([
        { name: 'customerId', value: second },
      ]);
    });

    test('a late retry undoes no later withdrawal, and moves no time', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const headers = { 'idempotency-key': randomUUID() };
      const grant = () => visitor.post(`${path}&permissions`, { permission: { 'CS-OM': true } }, headers);
      await grant();
      const withdrawn = await visitor.info('&permissions', { permission: { 'CS-OM': false } });
      expect(answered(await grant())).toEqual(withdrawn);
    });

    test('a key is its device’s own: it makes nobody of a visitor without a cookie', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const visit = async () => answered(await createVisitor(kith().url).post(path, {}, headers)).umid;
      expect(await visit()).not.toBe(await visit());
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      for (const visitor of [one, two]) {
        await visitor.info();
        const answer = await visitor.post(`${path}&permissions`, { permission: { 'CS-OM': true } }, headers);
        expect(answered(answer).permissions).toEqual({ 'CS-OM': true });
      }
    });

    test('an element of data with an id counts once, on the same device', async () => {
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      for (const visitor of [one, two]) {
        await visitor.info();
        const body = { data: [{ id: 'x'.repeat(128), page: { name: 'a' } }] };
        await visitor.info('', body);
        await visitor.info('', body);
        expect(await pageViewsOnceSeen(visitor)).toBe('2');
      }
    });

    test.each([
      ['nothing', '', 400],
      ['1 character', 'k', 200],
      ['128 characters', 'k'.repeat(128), 200],
      ['129 characters', 'k'.repeat(129), 400],
      ['printable characters of any kind', '"!#{}~/\\ =', 200],
      ['a tab', 'a\tb', 400],
    ])('a key of %s', async (_, key, status) => {
      const answer = await createVisitor(kith().url).post(path, {}, { 'idempotency-key': key });
      expect(answer.status).toBe(status);
      if (status === 400) expect(refusedAt(answer)).toHaveLength(1);
    });
  });
};
