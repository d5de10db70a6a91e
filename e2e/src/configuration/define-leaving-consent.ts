import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import type { Visitor } from '../kit/visitor.ts';
import { configurationOf } from './account.ts';
import type { Stage } from './leaving-stage.ts';

const identifiers = { email: { kind: 'login' } };
const withPermissions = (...permissions: readonly string[]) => configurationOf({ identifiers, permissions });
const A = withPermissions('OPT', 'NEWS');
const B = withPermissions('OPT');

const notifying = (versions: readonly number[], names: readonly string[] = ['MAIN', 'MORE']): object =>
  configurationOf({
    permissions: ['OPT', 'NEWS'],
    notifications: Object.fromEntries(
      names.map((name) => [
        name,
        { versions, current: versions.at(-1), covers: [name === 'MAIN' ? 'OPT' : 'NEWS'] },
      ]),
    ),
  });

const decide = (visitor: Visitor, permission: Readonly<Record<string, boolean>>) =>
  visitor.info('&permissions', { permission });

export const defineLeavingConsent = ({ bring, newVisitor, fresh }: Stage): void => {
  describe('a permission that has left', () => {
    test('is kept, neither shown nor accepted, and comes back as it was decided', async () => {
      await bring(A);
      const ann = newVisitor();
      const decided = await decide(ann, { OPT: false, NEWS: true });

      await bring(B);
      const { permissions, permissionsLastModification } = await ann.info('&permissions');
      expect(permissions).toEqual({ OPT: false });
      expect(Object.keys(permissionsLastModification ?? {})).toEqual(['OPT']);
      const refused = await ann.post('/op/web/info?out=json', { permission: { NEWS: false, OPT: true } });
      expect(refused.status).toBe(400);
      expect(refused.json()).toMatchObject({ errors: [{ pointer: '/permission/NEWS' }] });

      await bring(A);
      expect(await ann.info('&permissions')).toEqual(decided);
    });

    test('is kept by a merge, by the same rule as the others', async () => {
      await bring(A);
      const [ann, bob] = [newVisitor(), newVisitor()];
      await decide(ann, { NEWS: true });
      await decide(bob, { NEWS: false });

      await bring(B);
      const email = fresh('mail');
      const { umid } = await ann.info(`&email=${email}`);
      expect((await bob.info(`&email=${email}`)).umid).toBe(umid);

      await bring(A);
      expect(await ann.info('&permissions')).toMatchObject({ umid, permissions: { NEWS: false } });
    });
  });

  describe('tracking.requires', () => {
    const attributes = { pageViews: { count: 'page' } };
    const permissions = ['OPT', 'NEWS'];
    const free = configurationOf({ permissions, attributes });
    const strict = configurationOf({ permissions, attributes }, { tracking: { requires: 'NEWS' } });
    const page = { data: [{ page: { name: 'home' } }] };
    const viewsOf = async (visitor: Visitor) => (await visitor.info('&attributes')).attributes?.['pageViews'];

    test('holds from the moment at which it is configured, for whom the edge knew before as well', async () => {
      await bring(free);
      const [granted, undecided] = [newVisitor(), newVisitor()];
      await decide(granted, { NEWS: true });
      for (const visitor of [granted, undecided]) await visitor.info('', page);
      for (const visitor of [granted, undecided])
        await eventually(
          () => viewsOf(visitor),
          (n) => n === '1',
        );

      await bring(strict);
      for (const visitor of [granted, undecided]) await visitor.info('', page);
      await eventually(
        () => viewsOf(granted),
        (views) => views === '2',
      );

      await bring(free);
      await undecided.info('', page);
      expect(
        await eventually(
          () => viewsOf(undecided),
          (views) => views !== '1',
        ),
      ).toBe('2');
    });
  });

  describe('a notification that has left, or a version of it', () => {
    test('stays in the history; the status is that of the present configuration', async () => {
      await bring(notifying([1]));
      const ann = newVisitor();
      await ann.info('', { notification: [{ name: 'MAIN' }, { name: 'MORE' }] });
      const look = () => ann.info('&notifications');
      const all = [expect.objectContaining({ name: 'MAIN' }), expect.objectContaining({ name: 'MORE' })];
      expect(await look()).toMatchObject({
        notificationHistory: expect.arrayContaining(all),
        notificationStatus: { OPT: true, NEWS: true },
      });

      await bring(notifying([1], ['MAIN']));
      const without = await look();
      expect(without.notificationHistory).toEqual(expect.arrayContaining(all));
      expect(without.notificationStatus).toEqual({ OPT: true });
      expect((await ann.post('/op/web/info', { notification: [{ name: 'MORE' }] })).status).toBe(400);

      await bring(notifying([2]));
      const renewed = await look();
      expect(renewed.notificationHistory).toEqual(expect.arrayContaining(all));
      expect(renewed.notificationStatus).toEqual({ OPT: false, NEWS: false });
      expect((await ann.post('/op/web/info', { notification: [{ name: 'MAIN', version: 1 }] })).status).toBe(
        400,
      );

      await bring(notifying([1]));
      expect((await look()).notificationStatus).toEqual({ OPT: true, NEWS: true });
    });
  });
};
