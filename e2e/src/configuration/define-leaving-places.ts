import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import type { Visitor } from '../kit/visitor.ts';
import { configurationOf } from './account.ts';
import type { Stage } from './leaving-stage.ts';

const attributes = { pageViews: { count: 'page' } };
const shop = { cookie: { domain: 'example.com' }, sections: ['attributes', 'identifiers'] };
const page = { data: [{ page: { name: 'home' } }] };

const withOther = (configuration: object): object => ({
  accounts: {
    ...(configuration as { accounts: object }).accounts,
    other: {
      owner: 'other',
      identifiers: { email: { kind: 'login' } },
      pipelines: { shop: { ...shop, identifiers: ['email'] } },
    },
  },
});

export const defineLeavingPlaces = ({ bring, newVisitor, fresh }: Stage): void => {
  const viewsOf = async (visitor: Visitor) => (await visitor.info('&attributes')).attributes?.['pageViews'];
  const eventuallyViews = (visitor: Visitor, views: string) =>
    eventually(
      () => viewsOf(visitor),
      (seen) => seen === views,
    );

  describe('a pipeline that has left', () => {
    test('is a 404, and its events arrive all the same', async () => {
      const A = configurationOf({ attributes, pipelines: { shop } });
      await bring(A);
      const ann = newVisitor();
      await ann.info();
      expect((await ann.post('/op/shop/info', page)).status).toBe(200);
      await bring(configurationOf({ attributes }));
      expect((await ann.get('/op/shop/info')).status).toBe(404);
      await eventuallyViews(ann, '1');
      await bring(A);
      expect((await ann.post('/op/shop/info', page)).status).toBe(200);
      await eventuallyViews(ann, '2');
    });
  });

  describe('an attribute that has left', () => {
    test('is not shown, does not count, and goes on from where it was', async () => {
      await bring(configurationOf({ attributes }));
      const ann = newVisitor();
      await ann.info('', page);
      await eventuallyViews(ann, '1');
      await bring(configurationOf({ attributes: { last: { latest: 'page.name' } } }));
      expect((await ann.info('&attributes')).attributes).toEqual({ last: '' });
      await bring(configurationOf({ attributes }));
      await ann.info('', page);
      await eventuallyViews(ann, '2');
    });
  });

  describe('an account that has left', () => {
    test('is a 404; its persons are there again when it is', async () => {
      const A = withOther(configurationOf({}));
      await bring(A);
      const ann = newVisitor();
      const email = fresh('mail');
      const path = `/op/shop/info?out=json&identifiers&email=${email}`;
      const before = (await ann.get(path)).json();
      expect(before).toMatchObject({ state: 1 });
      await bring(configurationOf({}));
      expect((await ann.get(path)).status).toBe(404);
      await bring(A);
      expect((await ann.get(path)).json()).toEqual(before);
    });
  });
};
