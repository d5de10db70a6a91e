import { lift, number, text } from './lift.ts';
import { isMembers, type Members, only, own, textOf, without } from './members.ts';
import { namedAction } from './named-action.ts';
import type { DataLayerPreset } from './preset.ts';
import { eventContent, type EventContent, type Translation } from './translation.ts';

const ITEM = {
  item_id: text('product_id', 'product_sku'),
  item_name: text('product_name'),
  item_brand: text('product_brand'),
  item_category: text('product_category'),
  item_variant: text('product_variant'),
  price: number('product_price', 'product_unit_price'),
  quantity: number('product_quantity'),
  discount: number('product_discount', 'product_discount_amount'),
  coupon: text('product_coupon', 'product_promo_code'),
};

/** What utag.js calls a page view; every other `tealium_event` is an action. */
const VIEWS: ReadonlySet<string> = new Set(['view', 'page_view', 'pageview']);

/** Tealium's universal data object: `utag_data`, a flat map; and what `utag.view` and `utag.link` are given. */
export const tealium: DataLayerPreset = {
  container: 'utag_data',
  translate: (layer, room) => (isMembers(layer) ? pageData(layer, room) : { contents: [], rest: layer }),
  entryMembers: (element) =>
    textOf(own(element, 'tealium_event')) === undefined ? [] : Object.keys(without(element, ['page'])),
  translateEntry: (call, room) => (room < 1 ? { contents: [], rest: call } : told([callOf(call)])),
};

const told = (all: readonly EventContent[]): Translation => ({ contents: all, rest: undefined });

/** The event that the data tell of beside the page view; null where they tell of none. */
const eventOf = (data: Members): string | null => {
  const event = textOf(own(data, 'tealium_event'));
  if (event !== undefined) return VIEWS.has(event) ? null : event;
  return textOf(own(data, 'order_id')) === undefined ? null : 'purchase';
};

/** `utag_data` describes a page that was loaded: a page view where it names the page, and an action where it tells of one. */
const pageData = (data: Members, room: number): Translation => {
  const ofPage = Object.keys(data).filter((name) => /^(page|site)_|^canonical_url$/.test(name));
  const isView = ofPage.length > 0;
  const event = eventOf(data);
  if (room < 2 || (!isView && event === null)) return { contents: [], rest: data };
  if (event === null) return told([viewOf(data)]);
  if (!isView) return told([actionOf(event, data)]);
  return told([viewOf(only(data, ofPage)), actionOf(event, without(data, ofPage))]);
};

const callOf = (call: Members): EventContent => {
  const event = eventOf(call);
  return event === null ? viewOf(call) : actionOf(event, call);
};

const PAGE = { name: text('page_name', 'page_title'), url: text('page_url', 'canonical_url') };

const viewOf = (data: Members): EventContent => eventContent('page', lift(withItems(data), PAGE));

const TRADE = {
  transaction_id: text('order_id'),
  value: number('order_total', 'order_grand_total'),
  currency: text('order_currency', 'order_currency_code'),
  tax: number('order_tax_amount', 'order_tax'),
  shipping: number('order_shipping_amount', 'order_shipping'),
  coupon: text('order_coupon_code', 'order_promo_code'),
};

const actionOf = (event: string, data: Members): EventContent => {
  const isNamed = textOf(own(data, 'tealium_event')) === event;
  const others = isNamed ? without(data, ['tealium_event']) : data;
  return eventContent('action', namedAction(event, lift(withItems(others), TRADE)));
};

/**
 * Makes items of the parallel lists `product_id`, `product_name`, ... . Where the lists are not of one length, nobody
 * can say what belongs together, and they stay as they came.
 */
const withItems = (data: Members): Members => {
  const columns = Object.entries(data).filter(
    (entry): entry is [string, readonly unknown[]] =>
      entry[0].startsWith('product_') && Array.isArray(entry[1]),
  );
  const length = columns[0]?.[1].length ?? 0;
  const isParallel = columns.every(([, values]) => values.length === length);
  if (length === 0 || !isParallel || Object.hasOwn(data, 'items')) return data;
  const items = Array.from({ length }, (_, index) =>
    lift(Object.fromEntries(columns.map(([name, values]) => [name, values[index]])), ITEM),
  );
  return {
    ...without(
      data,
      columns.map(([name]) => name),
    ),
    items,
  };
};
