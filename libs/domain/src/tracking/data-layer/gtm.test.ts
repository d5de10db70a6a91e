import { describe, expect, test } from 'vitest';
import { told } from './told.fake.ts';

const pushes = (...dataLayer: readonly unknown[]) => told({ dataLayer }, 'gtm');

describe('Google Tag Manager', () => {
  test('a GA4 e-commerce event is an action with typed money and items', () => {
    const purchase = {
      event: 'purchase',
      ecommerce: {
        transaction_id: 'ORDER-77',
        value: '41.50',
        tax: 6.63,
        shipping: 0,
        currency: 'EUR',
        coupon: 'AUTUMN',
        items: [
          {
            item_id: 'TEA-1',
            item_name: 'Green tea',
            item_brand: 'Leaf',
            item_category: 'Drinks',
            item_category2: 'Tea',
            item_variant: '100 g',
            price: '12.25',
            quantity: 2,
          },
          { item_id: 'MUG-9', price: 17, quantity: '1', discount: '0.5' },
        ],
      },
    };
    const action = {
      event: 'purchase',
      name: 'purchase',
      action: 'purchase',
      category: 'ecommerce',
      transaction_id: 'ORDER-77',
      value: 41.5,
      tax: 6.63,
      shipping: 0,
      currency: 'EUR',
      coupon: 'AUTUMN',
      items: [
        {
          item_id: 'TEA-1',
          item_name: 'Green tea',
          item_brand: 'Leaf',
          item_category: 'Drinks',
          item_category2: 'Tea',
          item_variant: '100 g',
          price: 12.25,
          quantity: 2,
        },
        { item_id: 'MUG-9', price: 17, quantity: 1, discount: 0.5 },
      ],
    };
    expect(pushes({ ecommerce: null }, purchase)).toEqual([
      { action },
      { dataLayer: { dataLayer: [{ ecommerce: null }] } },
    ]);
    expect(told(purchase, 'gtm')).toEqual([{ action }]);
  });

  test.each(['page_view', 'pageView', 'virtualPageview', 'Page Loaded'])('%s is a page view', (event) => {
    const page = { page_title: 'Teas', page_location: 'https://www.example.com/tea', content_group: 'shop' };
    expect(pushes({ event, ...page })).toEqual([
      { page: { event, name: 'Teas', url: 'https://www.example.com/tea', content_group: 'shop' } },
    ]);
  });

  test('any other event is an action, with category, label and time where it gives them', () => {
    expect(
      pushes(
        { event: 'newsletter', eventCategory: 'footer', eventLabel: 'weekly', timestamp: 1_700_000_000 },
        { event: 'file_download', name: 'prices.pdf', event_action: 'click' },
      ),
    ).toEqual([
      {
        action: {
          event: 'newsletter',
          name: 'newsletter',
          action: 'newsletter',
          category: 'footer',
          label: 'weekly',
        },
        timestamp: 1_700_000_000,
      },
      { action: { event: 'file_download', name: 'prices.pdf', action: 'click' } },
    ]);
  });

  test('a call of gtag is read as a list and as JSON writes its arguments', () => {
    const login = { action: { event: 'login', name: 'login', action: 'login', method: 'mail' } };
    expect(
      pushes(['event', 'login', { method: 'mail' }], { 0: 'event', 1: 'login', 2: { method: 'mail' } }),
    ).toEqual([login, login]);
    expect(told({ 0: 'event', 1: 'login', 2: { method: 'mail' } }, 'gtm')).toEqual([login]);
    expect(pushes(['event', 'logout'])).toEqual([
      { action: { event: 'logout', name: 'logout', action: 'logout' } },
    ]);
  });

  test('a config is a page view where it names a page, and is kept otherwise', () => {
    const page = ['config', 'G-1', { page_path: '/tea' }];
    const kept = [
      ['js', '2026-11-21T10:00:00.000Z'],
      ['config', 'G-1'],
      ['config', 'G-1', { page_path: '/tea', send_page_view: false }],
      ['consent', 'default', { ad_storage: 'denied' }],
      ['set', { currency: 'EUR' }],
    ];
    expect(pushes(page, ...kept)).toEqual([
      { page: { event: 'config', target: 'G-1', url: '/tea' } },
      { dataLayer: { dataLayer: kept } },
    ]);
  });

  test('of its own events those are actions that a visitor causes', () => {
    expect(
      pushes(
        { event: 'gtm.js', 'gtm.start': 1_800_000_000_000 },
        { event: 'gtm.linkClick', 'gtm.elementUrl': 'https://www.example.org/', 'gtm.elementClasses': 'nav' },
        { event: 'gtm.dom' },
      ),
    ).toEqual([
      {
        action: {
          event: 'gtm.linkClick',
          name: 'gtm.linkClick',
          action: 'linkClick',
          category: 'gtm',
          label: 'https://www.example.org/',
          'gtm.elementClasses': 'nav',
        },
      },
      {
        dataLayer: { dataLayer: [{ event: 'gtm.js', 'gtm.start': 1_800_000_000_000 }, { event: 'gtm.dom' }] },
      },
    ]);
  });

  test('where a name is taken, nothing moves and nothing is lost', () => {
    const push = { event: 'purchase', value: 'free', ecommerce: { value: 5, event: 'other', items: 'none' } };
    expect(pushes(push)).toEqual([
      {
        action: {
          event: 'purchase',
          name: 'purchase',
          action: 'purchase',
          category: 'ecommerce',
          value: 'free',
          items: 'none',
          ecommerce: { value: 5, event: 'other' },
        },
      },
    ]);
  });

  test("the specification's members stay what they are beside a push", () => {
    const element = {
      id: 'e-1',
      page: { name: 'Teas' },
      action: [{ name: 'own' }],
      event: 'login',
      method: 'mail',
    };
    expect(told(element, 'gtm')).toEqual([
      { page: { name: 'Teas' } },
      { action: { name: 'own' } },
      { action: { event: 'login', name: 'login', action: 'login', method: 'mail' } },
    ]);
  });

  test('a push that is a page view itself and its page are one page view', () => {
    expect(told({ event: 'page_view', page: { name: 'Teas', url: '/tea', theme: 'dark' } }, 'gtm')).toEqual([
      { page: { event: 'page_view', name: 'Teas', url: '/tea', page: { theme: 'dark' } } },
    ]);
  });

  test("of both, the element's page comes first, and nothing of the push is lost", () => {
    const own = { name: 'own', url: '/own', timestamp: 1_700_000_000 };
    expect(told({ event: 'page_view', page_title: 'push', page: { name: 'own' } }, 'gtm')).toEqual([
      { page: { event: 'page_view', name: 'own', page_title: 'push' } },
    ]);
    expect(
      told({ event: 'page_view', name: 'push', timestamp: 7, ecommerce: { url: '/push' }, page: own }, 'gtm'),
    ).toEqual([
      {
        page: { event: 'page_view', name: 'own', url: '/own', ecommerce: { url: '/push' } },
        timestamp: 1_700_000_000,
      },
      { dataLayer: { name: 'push', timestamp: 7 } },
    ]);
  });

  test("an element's page that says nothing leaves the word to the push", () => {
    expect(told({ event: 'page_view', page_title: 'push', page: { theme: 'dark' } }, 'gtm')).toEqual([
      { page: { event: 'page_view', name: 'push', page: { theme: 'dark' } } },
    ]);
    expect(told({ event: 'page_view', page_title: 'push', page: { name: '' } }, 'gtm')).toEqual([
      { page: { event: 'page_view', name: 'push', page: { name: '' } } },
    ]);
  });
});
