import { lift, number, text, type Vocabulary } from './lift.ts';
import { isMembers, own, type Members } from './members.ts';

/** What an action says of money and goods, in the names of GA4's e-commerce events, whatever data layer it comes from. */
const TRADE: Vocabulary = {
  transaction_id: text('transaction_id'),
  value: number('value'),
  currency: text('currency'),
  tax: number('tax'),
  shipping: number('shipping'),
  coupon: text('coupon'),
};

const ITEM: Vocabulary = {
  item_id: text('item_id'),
  item_name: text('item_name'),
  item_brand: text('item_brand'),
  item_category: text('item_category'),
  item_variant: text('item_variant'),
  price: number('price'),
  quantity: number('quantity'),
  discount: number('discount'),
};

/** The same vocabulary with other places to look at. */
export const spelled = (
  vocabulary: Vocabulary,
  names: Readonly<Record<string, readonly string[]>>,
): Vocabulary =>
  Object.fromEntries(
    Object.entries(vocabulary).map(([name, source]) => [
      name,
      { ...source, names: names[name] ?? source.names },
    ]),
  );

/** How a data layer spells what an action says of money and goods. */
export interface TradeSpelling {
  readonly trade: Vocabulary;
  readonly item: Vocabulary;
}

/** Spellings by the names of GA4; where one is left out, it is GA4's own. */
export const tradeSpelling = (
  trade: Readonly<Record<string, readonly string[]>>,
  item: Readonly<Record<string, readonly string[]>>,
): TradeSpelling => ({ trade: spelled(TRADE, trade), item: spelled(ITEM, item) });

/** GA4's own. */
export const GA4_SPELLING = tradeSpelling({}, {});

/** Gives money and goods their names and types; `items` is a list of objects, else it stays as it came. */
export const withTrade = (members: Members, { trade, item }: TradeSpelling): Members => {
  const lifted = lift(members, trade);
  const items = own(lifted, 'items');
  if (!Array.isArray(items)) return lifted;
  return { ...lifted, items: items.map((one: unknown) => (isMembers(one) ? lift(one, item) : one)) };
};

/** The category of an action: what it says itself, or `ecommerce` where it tells of goods or an order. */
export const categoryOf = (members: Members): Members => {
  if (Object.hasOwn(members, 'category')) return {};
  const trades = Object.hasOwn(members, 'items') || Object.hasOwn(members, 'transaction_id');
  return trades ? { category: 'ecommerce' } : {};
};
