import { hoist } from './hoist.ts';
import { lift, number, text } from './lift.ts';
import { isMembers, type Members, numberOf, only, own, textOf, unlessEmpty, without } from './members.ts';
import { namedAction } from './named-action.ts';
import type { DataLayerPreset } from './preset.ts';
import {
  type Entry,
  type EventContent,
  known,
  translateEach,
  type Translation,
  unknown,
} from './translation.ts';

const PRODUCT_INFO = {
  item_id: text('productID', 'sku'),
  item_name: text('productName'),
  item_brand: text('manufacturer'),
};

const TRADE_CATEGORY = { item_category: text('primaryCategory') };

const TOTAL = {
  value: number('transactionTotal', 'cartTotal', 'priceWithTax', 'basePrice'),
  currency: text('currency'),
  shipping: number('shipping'),
  coupon: text('voucherCode'),
};

/** Whether it is a product as the format has it. */
const isProduct = (value: unknown): value is Members =>
  isMembers(value) && isMembers(own(value, 'productInfo'));

/** A product, or a line of a cart or an order, in the names of GA4's items. */
const itemOf = (product: Members): Members => {
  const named = hoist(product, 'productInfo', Object.keys(PRODUCT_INFO), (info) => lift(info, PRODUCT_INFO));
  const sorted = hoist(named, 'category', Object.keys(TRADE_CATEGORY), (category) =>
    lift(category, TRADE_CATEGORY),
  );
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
const tradeOf = (members: Members, total: 'price' | 'total'): Members => {
  const summed = hoist(members, total, Object.keys(TOTAL), (sums) => lift(sums, TOTAL));
  const lines = own(summed, 'item');
  if (!Array.isArray(lines) || !lines.every(isProduct) || Object.hasOwn(summed, 'items')) return summed;
  return { ...without(summed, ['item']), items: lines.map(itemOf) };
};

/** What stands at the root of `digitalData`. */
const ROOT = [
  ...['pageInstanceID', 'page', 'product', 'cart', 'transaction', 'event'],
  ...['component', 'user', 'privacy', 'version'],
];

/** Customer Experience Digital Data Layer 1.0 of the W3C's community group. */
export const w3c: DataLayerPreset = {
  container: 'digitalData',
  translate: (layer, room) => (isMembers(layer) ? rootOf(layer, room) : { contents: [], rest: layer }),
  entryMembers: (element) => {
    const isRoot = Object.entries(SHAPES).some(([name, fits]) => fits(own(element, name)));
    if (!isRoot) return [];
    return ROOT.filter((name) => name !== 'page' || isPage(own(element, name)));
  },
  translateEntry: (entry, room) => rootOf(entry, room),
};

const isPage = (value: unknown): value is Members => isMembers(value) && isMembers(own(value, 'pageInfo'));

const isOrder = (value: unknown): value is Members =>
  isMembers(value) && textOf(own(value, 'transactionID')) !== undefined;

const isEvent = (value: unknown): value is Members => isMembers(value) && isMembers(own(value, 'eventInfo'));

const isListOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): value is readonly Members[] =>
    Array.isArray(value) && value.length > 0 && value.every(fits);

/** By these an element shows that it is a `digitalData` itself. */
const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  page: isPage,
  product: isListOf(isProduct),
  transaction: isOrder,
  event: isListOf(isEvent),
};

const rootOf = (layer: Members, room: number): Translation => {
  const root = withCartOnPage(layer);
  const contents: EventContent[] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of [
    ...Object.entries(only(root, ['page'])),
    ...Object.entries(without(root, ['page'])),
  ]) {
    const part = partOf(name, value, room - contents.length);
    contents.push(...part.contents);
    if (part.rest !== undefined) rest.push([name, part.rest]);
  }
  return { contents, rest: rest.length === 0 ? undefined : Object.fromEntries(rest) };
};

/** The cart is the visitor's on every page; it is told with the page view and is no action of its own. */
const withCartOnPage = (layer: Members): Members => {
  const page = own(layer, 'page');
  const cart = own(layer, 'cart');
  if (!isPage(page) || !isMembers(cart) || Object.hasOwn(page, 'cart')) return layer;
  return { ...without(layer, ['cart']), page: { ...page, cart: tradeOf(cart, 'price') } };
};

const partOf = (name: string, value: unknown, room: number): Translation => {
  if (name === 'event' && Array.isArray(value)) return translateEach(value, room, eventEntry);
  const { content, rest } = room > 0 ? entryOf(name, value) : unknown(value);
  return { contents: content === null ? [] : [content], rest };
};

const entryOf = (name: string, value: unknown): Entry => {
  if (name === 'page' && isPage(value)) return known('page', pageOf(value));
  if (name === 'product' && isListOf(isProduct)(value)) return known('action', viewOf(value));
  if (name === 'transaction' && isOrder(value)) return orderEntry(value);
  return unknown(value);
};

const PAGE = { name: text('pageName', 'pageID'), url: text('destinationURL') };

const pageOf = (page: Members): Members =>
  hoist(page, 'pageInfo', Object.keys(PAGE), (info) => lift(info, PAGE));

const viewOf = (products: readonly Members[]): Members =>
  namedAction(products.length === 1 ? 'view_item' : 'view_item_list', { items: products.map(itemOf) });

/** Whoever bought stays apart from what was bought. */
const orderEntry = (order: Members): Entry => {
  const bought = tradeOf(without(order, ['profile']), 'total');
  const { content } = known(
    'action',
    namedAction('purchase', lift(bought, { transaction_id: text('transactionID') })),
  );
  const buyer = only(order, ['profile']);
  return { content, rest: Object.keys(buyer).length === 0 ? undefined : buyer };
};

const EVENT = {
  action: text('eventAction'),
  timestamp: { names: ['timeStamp'], read: (value: unknown) => timeOf(value) },
};
const CATEGORY = { category: text('primaryCategory') };

const eventEntry = (event: unknown): Entry => {
  if (!isEvent(event)) return unknown(event);
  const told = hoist(event, 'eventInfo', ['eventName', ...Object.keys(EVENT)], (info) => lift(info, EVENT));
  const name = textOf(own(told, 'eventName'));
  if (name === undefined) return unknown(event);
  return known('action', namedAction(name, withCategory(without(told, ['eventName']))));
};

/** The category is an object there and a text here: what else it says goes by the name `categoryInfo`. */
const withCategory = (event: Members): Members => {
  const category = own(event, 'category');
  if (!isMembers(category) || Object.hasOwn(event, 'categoryInfo')) return event;
  const { category: primary, ...others } = lift(category, CATEGORY);
  if (primary === undefined) return event;
  return { ...event, category: primary, ...unlessEmpty('categoryInfo', others) };
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** A `Date` as JSON writes it, or a number; a time without a zone is nobody's. */
const timeOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const time = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
};
