import { describe, expect, test } from 'vitest';
import { told } from './told.fake.ts';

const pushes = (...adobeDataLayer: readonly unknown[]) => told({ adobeDataLayer }, 'adobe');

describe('Adobe Client Data Layer', () => {
  test('an event is an action, its reference the label', () => {
    expect(
      pushes(
        { event: 'click', eventInfo: { reference: 'component.hero-1', position: 2 } },
        {
          event: 'cart add',
          eventInfo: { sku: 'TEA-1' },
          product: { id: 'TEA-1', name: 'Green tea', price: '12.25' },
        },
      ),
    ).toEqual([
      {
        action: {
          event: 'click',
          name: 'click',
          action: 'click',
          label: 'component.hero-1',
          eventInfo: { position: 2 },
        },
      },
      {
        action: {
          event: 'cart add',
          name: 'cart add',
          action: 'cart add',
          category: 'ecommerce',
          eventInfo: { sku: 'TEA-1' },
          items: [{ item_id: 'TEA-1', item_name: 'Green tea', price: 12.25 }],
        },
      },
    ]);
  });

  test('a page view knows the page that a push before it described', () => {
    const described = { page: { title: 'Teas', path: '/tea', language: 'en' }, user: { loggedIn: true } };
    expect(pushes(described, { event: 'page loaded' })).toEqual([
      { page: { event: 'page loaded', name: 'Teas', url: '/tea' } },
      { dataLayer: { adobeDataLayer: [described] } },
    ]);
    expect(pushes(described, { event: 'pageView', page: { title: 'Mugs', template: 'list' } })[0]).toEqual({
      page: { event: 'pageView', name: 'Mugs', url: '/tea', page: { template: 'list' } },
    });
  });

  test.each<[string, readonly object[], object | undefined]>([
    ['the page', [{ page: { title: 'B', path: '/b' } }, { page: null }], {}],
    ['a member', [{ page: { title: 'B', path: '/b' } }, { page: { path: null } }], { name: 'B' }],
    [
      'what was spelled otherwise never',
      [{ page: { title: 'B' } }, { page: { pageName: null } }],
      { name: 'B' },
    ],
    [
      'what came before alone',
      [{ page: { title: 'B' } }, { page: null }, { page: { title: 'C' } }],
      { name: 'C' },
    ],
    [
      'one name of two',
      [{ page: { pageName: 'A' } }, { page: { title: 'B' } }, { page: { title: null } }],
      { name: 'A' },
    ],
  ])('null deletes %s', (_, pushed, page) => {
    expect(pushes(...pushed, { event: 'page loaded' })[0]).toEqual({
      page: { event: 'page loaded', ...page },
    });
  });

  test('a page view that deletes the page tells of none', () => {
    const described = { page: { title: 'B', path: '/b' } };
    expect(
      pushes(described, { event: 'page loaded', page: null }, { event: 'pageView' }).slice(0, 2),
    ).toEqual([{ page: { event: 'page loaded', page: null } }, { page: { event: 'pageView' } }]);
  });

  test('what is said of a page takes the place of what was said before, also where it says nothing', () => {
    const described = { page: { title: 'B', path: '/b' } };
    expect(pushes(described, { page: { title: '' } }, { event: 'page loaded' })[0]).toEqual({
      page: { event: 'page loaded', url: '/b' },
    });
    expect(pushes(described, { page: 'C' }, { event: 'page loaded' })[0]).toEqual({
      page: { event: 'page loaded' },
    });
  });

  test('an order in XDM has the names of every other order', () => {
    expect(
      pushes({
        event: 'order placed',
        eventType: 'commerce.purchases',
        commerce: {
          order: { purchaseID: 'ORDER-77', priceTotal: 41.5, currencyCode: 'EUR' },
          purchases: { value: 1 },
        },
        productListItems: [{ SKU: 'TEA-1', name: 'Green tea', quantity: 2, priceTotal: 24.5 }],
      }),
    ).toEqual([
      {
        action: {
          event: 'order placed',
          name: 'order placed',
          action: 'order placed',
          category: 'ecommerce',
          eventType: 'commerce.purchases',
          transaction_id: 'ORDER-77',
          value: 41.5,
          currency: 'EUR',
          commerce: { purchases: { value: 1 } },
          items: [{ item_id: 'TEA-1', item_name: 'Green tea', quantity: 2, price: 24.5 }],
        },
      },
    ]);
  });

  test("an element that is a push: its page is the specification's, or the push is that page view", () => {
    expect(told({ event: 'click', page: { name: 'Teas' } }, 'adobe')).toEqual([
      { page: { name: 'Teas' } },
      { action: { event: 'click', name: 'click', action: 'click' } },
    ]);
    expect(told({ event: 'page loaded', page: { title: 'Teas' } }, 'adobe')).toEqual([
      { page: { event: 'page loaded', name: 'Teas' } },
    ]);
    expect(told({ event: 'page loaded', name: 'push', page: { title: 'Teas' } }, 'adobe')).toEqual([
      { page: { event: 'page loaded', name: 'Teas' } },
      { dataLayer: { name: 'push' } },
    ]);
  });

  test('what describes and tells of nothing is kept as it came', () => {
    const adobeDataLayer = [{ page: { title: 'Teas' } }, { event: '' }, { event: 7 }, null, 'x'];
    expect(told({ adobeDataLayer }, 'adobe')).toEqual([{ dataLayer: { adobeDataLayer } }]);
  });
});
