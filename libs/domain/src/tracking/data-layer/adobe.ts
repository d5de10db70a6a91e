import { elementReader } from './element-page.ts';
import { eventNameOf } from './event-name.ts';
import { hoist } from './hoist.ts';
import { lift, text } from './lift.ts';
import { isMembers, type Members, only, own, ownMembers, without } from './members.ts';
import { namedAction } from './named-action.ts';
import { isPageViewName, PAGE_MEMBERS, pushMembers } from './page-view-name.ts';
import type { DataLayerPreset } from './preset.ts';
import { tradeSpelling, withTrade } from './trade.ts';
import { asMembers, type Entry, known, translateEach, unknown } from './translation.ts';

/** How Adobe's data layer spells the names of a page. */
const PAGE = {
  name: text('title', 'pageName', 'pageTitle', 'pageID', 'id'),
  url: text('URL', 'pageURL', 'pageUrl', 'path'),
};

const SPELLINGS = Object.entries(PAGE).flatMap(([name, { names }]) => [name, ...names]);

/** What pushes have said of the page so far, the latest last; each member stands where it was said last. */
type PageDescription = readonly Members[];

const NO_PAGE: PageDescription = [];

const SPELLING = tradeSpelling(
  {
    transaction_id: ['purchaseID', 'orderID', 'orderId', 'transactionID'],
    value: ['priceTotal', 'orderTotal', 'total'],
    currency: ['currencyCode'],
  },
  {
    item_id: ['productID', 'productId', 'sku', 'SKU', 'id'],
    item_name: ['productName', 'name', 'title'],
    item_brand: ['brand', 'manufacturer'],
    item_category: ['category', 'primaryCategory'],
    item_variant: ['variant'],
    price: ['priceTotal', 'unitPrice'],
  },
);

/** Adobe Client Data Layer: pushes of `adobeDataLayer`. */
export const adobe: DataLayerPreset = {
  container: 'adobeDataLayer',
  translate: (layer, room) => {
    const pushes: readonly unknown[] = Array.isArray(layer) ? layer : [layer];
    let page = NO_PAGE;
    return translateEach(pushes, room, (push) => {
      page = withDescription(page, push);
      return pushed(push, describedPage(page));
    });
  },
  entryMembers: (element) => {
    const event = eventNameOf(element);
    return event === undefined ? [] : pushMembers(event, element);
  },
  translateEntry: (entry, room) => asMembers(translateEach([entry], room, ofElement)),
};

const pushed = (push: unknown, page: Members): Entry => {
  const event = isMembers(push) ? eventNameOf(push) : undefined;
  if (!isMembers(push) || event === undefined) return unknown(push);
  const members = without(push, ['event']);
  return isPageViewName(event)
    ? known('page', { ...page, event, ...viewed(members) })
    : known('action', namedAction(event, acted(members)));
};

const viewed = (members: Members): Members =>
  hoist(members, 'page', PAGE_MEMBERS, (page) => lift(page, PAGE));

const ofElement = elementReader({
  page: PAGE,
  viewOf: (push) => push,
  pushed: (push) => pushed(push, {}),
});

const INFO = { label: text('reference', 'path') };

const acted = (members: Members): Members => {
  const labelled = hoist(members, 'eventInfo', ['label'], (info) => lift(info, INFO));
  return withTrade(withOrder(withProducts(labelled)), SPELLING);
};

/** Goods stand under `product` or `products`, or under XDM's `productListItems`. */
const withProducts = (members: Members): Members => {
  if (Object.hasOwn(members, 'items')) return members;
  for (const name of ['product', 'products', 'productListItems']) {
    const value = own(members, name);
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (items.length > 0 && items.every(isMembers)) return { ...without(members, [name]), items };
  }
  return members;
};

/** An order stands under `order`, or in XDM under `commerce.order`. */
const withOrder = (members: Members): Members => {
  const commerce = ownMembers(members, 'commerce');
  const names = Object.keys(SPELLING.trade);
  const order = (value: Members): Members => lift(value, SPELLING.trade);
  if (isMembers(own(members, 'order'))) return hoist(members, 'order', names, order);
  const raised = hoist(commerce, 'order', names, order);
  return isMembers(own(commerce, 'order'))
    ? hoist({ ...members, commerce: raised }, 'commerce', names)
    : members;
};

/**
 * Pushes add up to a state: an event may tell of a page that was described before. What a push says takes the place of
 * what was said before, and `null` deletes it, a member or the whole page (Adobe Client Data Layer, "Computed state").
 */
const withDescription = (before: PageDescription, push: unknown): PageDescription => {
  if (!isMembers(push) || !Object.hasOwn(push, 'page')) return before;
  const page = own(push, 'page');
  if (!isMembers(page)) return NO_PAGE;
  const said = only(page, SPELLINGS);
  const others = before.map((one) => without(one, Object.keys(said)));
  return [...others, said].filter((one) => Object.keys(one).length > 0);
};

/** Name and address of the page that was described. */
const describedPage = (page: PageDescription): Members => {
  const { name, url }: Members = Object.fromEntries(page.flatMap((one) => Object.entries(lift(one, PAGE))));
  return { ...(typeof name === 'string' ? { name } : {}), ...(typeof url === 'string' ? { url } : {}) };
};
