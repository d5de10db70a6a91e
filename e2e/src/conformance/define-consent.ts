import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { createVisitor } from '../kit/visitor.ts';
import { answered, fresh, type TheKith } from './ask.ts';

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Permissions and notifications of requests (docs/behaviour.md#permissions-and-notifications-of-a-request,
 * docs/behaviour.md#5-consent).
 */
export const defineConsent = (kith: TheKith): void => {
  describe('permissions and notifications', () => {
    test('a permission at the top wins over one in data, between elements of data the last', async () => {
      const { permissions } = await createVisitor(kith().url).info('&permissions', {
        permission: { 'CS-OM': true },
        data: [
          { permission: { 'CS-OM': false, 'CS-NBA': true, 'CS-OPT': false } },
          { permission: { 'CS-OM': false, 'CS-NBA': false } },
        ],
      });
      expect(permissions).toEqual({ 'CS-OM': true, 'CS-NBA': false, 'CS-OPT': false });
    });

    test('an update changes only what it names; the same value again moves its time', async () => {
      const visitor = createVisitor(kith().url);
      const first = await visitor.info('&permissions', { permission: { 'CS-OM': true, 'CS-NBA': false } });
      const second = await visitor.info('&permissions', { permission: { 'CS-OM': true } });
      expect(second.permissions).toEqual(first.permissions);
      const [before, after] = [
        first.permissionsLastModification ?? {},
        second.permissionsLastModification ?? {},
      ];
      expect(Object.keys(after).sort()).toEqual(['CS-NBA', 'CS-OM']);
      expect(after['CS-NBA']).toBe(before['CS-NBA']);
      expect(after['CS-OM']).toMatch(isoTime);
      expect(Date.parse(after['CS-OM'] ?? '')).toBeGreaterThan(Date.parse(before['CS-OM'] ?? ''));
    });

    test('times grow strictly, however fast the changes come', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info();
      const changes = Array.from({ length: 20 }, (_, index) =>
        visitor.info('&permissions', { permission: { 'CS-OM': index % 2 === 0 } }),
      );
      const times = (await Promise.all(changes)).map(
        (answer) => answer.permissionsLastModification?.['CS-OM'],
      );
      expect(new Set(times).size).toBe(20);
    });

    test('what was written before an answer is seen by the next read, from any pipeline and device', async () => {
      const customerId = fresh('c');
      await createVisitor(kith().url).info(`&customerId=${customerId}`, { permission: { 'CS-UTIQ': true } });
      const elsewhere = await createVisitor(kith().url).get(
        `/op/server/info?out=json&permissions&customerId=${customerId}`,
      );
      expect(answered(elsewhere).permissions).toEqual({ 'CS-UTIQ': true });
    });

    test('an acknowledgement has version 1 and all that the notification covers, where it says nothing else', async () => {
      const { notificationHistory } = await createVisitor(kith().url).info('&notifications', {
        notification: [{ name: 'MAIN_CS' }],
      });
      expect(notificationHistory).toEqual([
        {
          name: 'MAIN_CS',
          version: 1,
          permissions: ['CS-OM', 'CS-NBA', 'CS-OPT'],
          date: expect.stringMatching(isoTime),
        },
      ]);
    });

    test('an acknowledgement keeps its variant, and the permissions that it names', async () => {
      const { notificationHistory } = await createVisitor(kith().url).info('&notifications', {
        notification: [{ name: 'MAIN_CS', version: 2, uxvariant: 'wall', permissions: ['CS-OPT'] }],
      });
      expect(notificationHistory).toMatchObject([{ version: 2, uxvariant: 'wall', permissions: ['CS-OPT'] }]);
    });

    test('the history is the newest first, and acknowledging again is a new entry', async () => {
      const visitor = createVisitor(kith().url);
      await visitor.info('', { notification: [{ name: 'MAIN_CS', version: 1 }] });
      await visitor.info('', { data: [{ notification: [{ name: 'UTIQ_CS' }] }] });
      const { notificationHistory } = await visitor.info('&notifications', {
        notification: [{ name: 'MAIN_CS', version: 1 }],
      });
      expect(notificationHistory?.map(({ name }) => name)).toEqual(['MAIN_CS', 'UTIQ_CS', 'MAIN_CS']);
      const dates = notificationHistory?.map(({ date }) => Date.parse(String(date))) ?? [];
      expect([...dates].sort((a, b) => b - a)).toEqual(dates);
    });

    test('an answer lists the newest hundred', async () => {
      const visitor = createVisitor(kith().url);
      const many = Array.from({ length: 60 }, () => ({ name: 'MAIN_CS', version: 1 }));
      await visitor.info('', { notification: [{ name: 'UTIQ_CS' }] });
      await visitor.info('', { notification: many });
      const { notificationHistory, notificationStatus } = await visitor.info('&notifications', {
        notification: many,
      });
      expect(notificationHistory).toHaveLength(100);
      expect(notificationHistory?.every(({ name }) => name === 'MAIN_CS')).toBe(true);
      expect(notificationStatus).toMatchObject({ 'CS-UTIQ': true });
    });

    test('a status is true when every notification that covers it was acknowledged in its current version', async () => {
      const visitor = createVisitor(kith().url);
      const acknowledge = async (name: string, version: number) =>
        (await visitor.info('&notifications', { notification: [{ name, version }] })).notificationStatus;
      const nothing = { 'CS-OM': false, 'CS-NBA': false, 'CS-OPT': false, 'CS-UTIQ': false };
      expect(await acknowledge('MAIN_CS', 1)).toEqual(nothing);
      expect(await acknowledge('MAIN_CS', 2)).toEqual({ ...nothing, 'CS-OM': true, 'CS-OPT': true });
      expect(await acknowledge('OFFER_CS', 1)).toEqual({ ...nothing, 'CS-OM': true, 'CS-OPT': true });
      expect(await acknowledge('OFFER_CS', 3)).toEqual({
        'CS-OM': true,
        'CS-NBA': true,
        'CS-OPT': true,
        'CS-UTIQ': false,
      });
      // An older version afterwards takes nothing back.
      expect(await acknowledge('MAIN_CS', 1)).toMatchObject({ 'CS-OM': true });
    });

    test('tracking that requires a permission is dropped without it, and taken with one in the same request', async () => {
      const visitor = createVisitor(kith().url);
      const view = (name: string, permission = {}) =>
        visitor.post('/op/analytics/info', { data: [{ page: { name } }], permission });
      await view('without');
      await view('with', { 'CS-OPT': true });
      await view('withdrawn', { 'CS-OPT': false });
      await visitor.info('', { data: [{ page: { name: 'last' } }] });
      const { attributes } = await eventually(
        () => visitor.info('&attributes'),
        (answer) => answer.attributes?.['lastPage'] === 'last',
      );
      expect(attributes).toMatchObject({ pageViews: '2' });
    });

    test('tracking is taken from every device of a person who has just granted it on another one, and not before', async () => {
      const customerId = fresh('c');
      const [shop, phone] = [createVisitor(kith().url), createVisitor(kith().url)];
      for (const device of [shop, phone]) await device.info(`&customerId=${customerId}`);
      const view = (name: string) => phone.post('/op/analytics/info', { data: [{ page: { name } }] });
      await view('before');
      await shop.info('', { permission: { 'CS-OPT': true } });
      await view('after');
      const { attributes } = await eventually(
        () => phone.info('&attributes'),
        (answer) => answer.attributes?.['lastPage'] === 'after',
      );
      expect(attributes).toMatchObject({ pageViews: '1' });
    });

    test('of two histories that merge each entry stays, the newest first', async () => {
      const customerId = fresh('c');
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      await one.info(`&customerId=${customerId}`, { notification: [{ name: 'MAIN_CS', version: 2 }] });
      await two.info('', { notification: [{ name: 'UTIQ_CS' }] });
      const { notificationHistory, notificationStatus } = await two.info(
        `&customerId=${customerId}&notifications`,
      );
      expect(notificationHistory?.map(({ name }) => name)).toEqual(['UTIQ_CS', 'MAIN_CS']);
      expect(notificationStatus).toMatchObject({ 'CS-OM': true, 'CS-UTIQ': true });
    });

    test('of two decisions that merge the latest stays, per permission', async () => {
      const customerId = fresh('c');
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      await one.info(`&customerId=${customerId}`, { permission: { 'CS-OM': false, 'CS-NBA': true } });
      await two.info('', { permission: { 'CS-OM': true } });
      await one.info('', { permission: { 'CS-NBA': false } });
      const { permissions } = await two.info(`&customerId=${customerId}&permissions`);
      expect(permissions).toEqual({ 'CS-OM': true, 'CS-NBA': false });
    });

    test('an account may say that a visitor’s grant never overrides an identified withdrawal', async () => {
      const customerId = fresh('c');
      const [one, two] = [createVisitor(kith().url), createVisitor(kith().url)];
      const path = `/op/elsewhere/info?out=json&permissions`;
      await one.post(`${path}&customerId=${customerId}`, { permission: { 'CS-OPT': false } });
      await two.post(path, { permission: { 'CS-OPT': true } });
      const merged = answered(await two.post(`${path}&customerId=${customerId}`, {}));
      expect(merged.permissions).toEqual({ 'CS-OPT': false });
    });
  });
};
