import { describe, expect, test } from 'vitest';
import { told } from './told.fake.ts';

describe('Tealium', () => {
  test('utag_data of a page is a page view', () => {
    const utag_data = {
      tealium_event: 'view',
      page_name: 'Search results',
      page_type: 'search',
      canonical_url: 'https://www.example.com/search',
      search_results: '42',
    };
    expect(told({ utag_data }, 'tealium')).toEqual([
      {
        page: {
          tealium_event: 'view',
          name: 'Search results',
          page_type: 'search',
          url: 'https://www.example.com/search',
          search_results: '42',
        },
      },
    ]);
  });

  test.each([{ tealium_event: 'purchase' }, {}])('an order is a page view and an action: %j', (event) => {
    const utag_data = {
      ...event,
      page_name: 'Thank you',
      site_region: 'de',
      order_id: 'ORDER-77',
      order_total: '41.50',
      order_currency: 'EUR',
      order_tax_amount: '6.63',
      order_shipping_amount: '0.00',
      product_id: ['TEA-1', 'MUG-9'],
      product_name: ['Green tea', 'Mug'],
      product_price: ['12.25', '17.00'],
      product_quantity: ['2', '1'],
      product_material: ['leaf', 'clay'],
      customer_city: 'Bonn',
    };
    expect(told({ utag_data }, 'tealium')).toEqual([
      { page: { name: 'Thank you', site_region: 'de' } },
      {
        action: {
          event: 'purchase',
          name: 'purchase',
          action: 'purchase',
          category: 'ecommerce',
          transaction_id: 'ORDER-77',
          value: 41.5,
          currency: 'EUR',
          tax: 6.63,
          shipping: 0,
          items: [
            { item_id: 'TEA-1', item_name: 'Green tea', price: 12.25, quantity: 2, product_material: 'leaf' },
            { item_id: 'MUG-9', item_name: 'Mug', price: 17, quantity: 1, product_material: 'clay' },
          ],
          customer_city: 'Bonn',
        },
      },
    ]);
  });

  test('an element that is what utag.link was given is one action, what utag.view was given one page view', () => {
    expect(told({ tealium_event: 'cart_add', page_name: 'Teas', product_id: ['TEA-1'] }, 'tealium')).toEqual([
      {
        action: {
          event: 'cart_add',
          name: 'cart_add',
          action: 'cart_add',
          category: 'ecommerce',
          page_name: 'Teas',
          items: [{ item_id: 'TEA-1' }],
        },
      },
    ]);
    expect(told({ tealium_event: 'view', page_name: 'Teas' }, 'tealium')).toEqual([
      { page: { tealium_event: 'view', name: 'Teas' } },
    ]);
  });

  test('lists that are not parallel stay as they came', () => {
    const lists = { product_id: ['TEA-1', 'MUG-9'], product_price: ['12.25'] };
    expect(told({ utag_data: { page_name: 'Teas', ...lists } }, 'tealium')).toEqual([
      { page: { name: 'Teas', ...lists } },
    ]);
  });

  test('what names neither a page nor an event is kept as it came', () => {
    for (const utag_data of [{ currency: 'EUR' }, ['x'], 'x', { tealium_event: '' }]) {
      expect(told({ utag_data }, 'tealium')).toEqual([{ dataLayer: { utag_data } }]);
    }
  });
});
