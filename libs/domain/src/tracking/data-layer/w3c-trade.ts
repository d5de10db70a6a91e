import { hoist } from './hoist.ts';
import { lift, number, text } from './lift.ts';
import { isMembers, numberOf, own, unlessEmpty, without, type Members } from './members.ts';

const PRODUCT_INFO = {
  item_id: text('productID', 'sku'),
  item_name: text('productName'),
  item_brand: text('manufacturer'),
};
const CATEGORY = { item_category: text('primaryCategory') };
const TOTAL = {
  value: number('transactionTotal', 'cartTotal', 'priceWithTax', 'basePrice'),
  currency: text('currency'),
  shipping: number('shipping'),
  coupon: text('voucherCode'),
};

/** Whether it is a product as the format has it. */
export const isProduct = (value: unknown): value is Members =>
  isMembers(value) && isMembers(own(value, 'productInfo'));

/** A product, or a line of a cart or an order, in the names of GA4's items. */
export const itemOf = (product: Members): Members => {
  const named = hoist(product, 'productInfo', Object.keys(PRODUCT_INFO), (info) => lift(info, PRODUCT_INFO));
  const sorted = hoist(named, 'category', Object.keys(CATEGORY), (category) => lift(category, CATEGORY));
  return withPrice(lift(sorted, { quantity: number('quantity') }));
};

/** The price is an object there and a number here: what else it says goes by the name `priceInfo`. */
const withPrice = (item: Members): Members => {
  const price = own(item, 'price');
  if (!isMembers(price) || Object.hasOwn(item, 'priceInfo')) return item;
  const base = numberOf(own(price, 'basePrice'));
  if (base === undefined) return item;
  return { ...item, price: base, ...unlessEmpty('priceInfo', without(price, ['basePrice'])) };
};

/** A cart or an order in the names of GA4's e-commerce events; `total` is the member with its sums. */
export const tradeOf = (members: Members, total: 'price' | 'total'): Members => {
  const summed = hoist(members, total, Object.keys(TOTAL), (sums) => lift(sums, TOTAL));
  const lines = own(summed, 'item');
  if (!Array.isArray(lines) || !lines.every(isProduct) || Object.hasOwn(summed, 'items')) return summed;
  return { ...without(summed, ['item']), items: lines.map(itemOf) };
};
