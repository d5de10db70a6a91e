import { describe, expect, test } from 'vitest';
import { told } from './told.fake.ts';

const product = {
  productInfo: { productID: 'TEA-1', productName: 'Green tea', manufacturer: 'Leaf', color: 'green' },
  category: { primaryCategory: 'Drinks', subCategory1: 'Tea' },
  attributes: { organic: true },
};
const line = { ...product, quantity: '2', price: { basePrice: '12.25', currency: 'EUR' } };

const item = {
  item_id: 'TEA-1',
  item_name: 'Green tea',
  item_brand: 'Leaf',
  item_category: 'Drinks',
  productInfo: { color: 'green' },
  category: { subCategory1: 'Tea' },
  attributes: { organic: true },
};
const boughtItem = { ...item, quantity: 2, price: 12.25, priceInfo: { currency: 'EUR' } };

const page = {
  pageInfo: {
    pageID: 'tea-1',
    pageName: 'Green tea',
    destinationURL: 'https://www.example.com/tea/1',
    referringURL: 'https://www.example.com/tea',
    language: 'en-GB',
  },
  category: { primaryCategory: 'Shop', pageType: 'product' },
  attributes: { season: 'autumn' },
};
const pageView = {
  name: 'Green tea',
  url: 'https://www.example.com/tea/1',
  pageInfo: { pageID: 'tea-1', referringURL: 'https://www.example.com/tea', language: 'en-GB' },
  category: { primaryCategory: 'Shop', pageType: 'product' },
  attributes: { season: 'autumn' },
};
const trade = (event: string) => ({ event, name: event, action: event, category: 'ecommerce' });

describe('Customer Experience Digital Data Layer 1.0', () => {
  test('page, product, cart and events of a page', () => {
    const digitalData = {
      pageInstanceID: 'tea-1-production',
      page,
      product: [product],
      cart: {
        cartID: 'C-5',
        price: { basePrice: 24.5, currency: 'EUR', cartTotal: 26, voucherCode: 'AUTUMN' },
        item: [line],
      },
      event: [
        {
          eventInfo: {
            eventName: 'Add to cart',
            eventAction: 'addToCart',
            eventPoints: 200,
            timeStamp: '2026-11-21T10:00:00.000Z',
          },
          category: { primaryCategory: 'Cart', subCategory1: 'Button' },
        },
      ],
      user: [{ profile: [{ profileInfo: { profileID: 'someone' } }] }],
      version: '1.0',
    };
    expect(told({ digitalData }, 'w3c')).toEqual([
      {
        page: {
          ...pageView,
          cart: {
            cartID: 'C-5',
            value: 26,
            currency: 'EUR',
            coupon: 'AUTUMN',
            price: { basePrice: 24.5 },
            items: [boughtItem],
          },
        },
      },
      { action: { ...trade('view_item'), items: [item] } },
      {
        action: {
          event: 'Add to cart',
          name: 'Add to cart',
          action: 'addToCart',
          category: 'Cart',
          categoryInfo: { subCategory1: 'Button' },
          eventInfo: { eventPoints: 200 },
        },
        timestamp: Date.UTC(2026, 10, 21, 10),
      },
      {
        dataLayer: {
          digitalData: { pageInstanceID: 'tea-1-production', user: digitalData.user, version: '1.0' },
        },
      },
    ]);
  });

  test('a transaction is a purchase, and who bought is kept apart from it', () => {
    const transaction = {
      transactionID: 'ORDER-77',
      profile: { profileInfo: { userName: 'someone' } },
      total: { basePrice: 24.5, currency: 'EUR', taxRate: 0.19, shipping: '3.90', transactionTotal: 28.4 },
      item: [line, line],
    };
    expect(told({ digitalData: { transaction } }, 'w3c')).toEqual([
      {
        action: {
          ...trade('purchase'),
          transaction_id: 'ORDER-77',
          value: 28.4,
          currency: 'EUR',
          shipping: 3.9,
          total: { basePrice: 24.5, taxRate: 0.19 },
          items: [boughtItem, boughtItem],
        },
      },
      { dataLayer: { digitalData: { transaction: { profile: transaction.profile } } } },
    ]);
  });

  test('an element that is a digitalData itself, beside the members that are not', () => {
    expect(told({ page, product: [product, product], theme: 'dark' }, 'w3c')).toEqual([
      { page: pageView },
      { action: { ...trade('view_item_list'), items: [item, item] } },
      { dataLayer: { theme: 'dark' } },
    ]);
  });

  test("a page without pageInfo is the specification's, and so is one where the preset is not asked", () => {
    expect(told({ page: { name: 'Home' } }, 'w3c')).toEqual([{ page: { name: 'Home' } }]);
    expect(told({ page }, 'gtm')).toEqual([{ page }]);
    expect(told({ page })).toEqual([{ page }]);
  });

  test.each([
    ['a page', { page: 'home' }],
    ['products', { product: [product, 'tea'] }],
    ['a cart without a page', { cart: { cartID: 'C-5' } }],
    ['a transaction without an id', { transaction: { total: { transactionTotal: 5 } } }],
    ['events without a name', { event: [{ eventInfo: { effect: 'none' } }, 7] }],
    ['a list', [page]],
  ])('%s of another shape is kept as it came', (_, digitalData) => {
    expect(told({ digitalData }, 'w3c')).toEqual([{ dataLayer: { digitalData } }]);
  });

  test('a time without a zone is nobody’s', () => {
    const event = [{ eventInfo: { eventName: 'x', timeStamp: '2026-11-21 10:00' } }];
    expect(told({ digitalData: { event } }, 'w3c')).toEqual([
      { action: { event: 'x', name: 'x', action: 'x', eventInfo: { timeStamp: '2026-11-21 10:00' } } },
    ]);
  });
});
