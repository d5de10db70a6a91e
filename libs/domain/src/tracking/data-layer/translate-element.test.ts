import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import type { DataLayerPresetName } from '../../pipeline/pipeline-rules.ts';
import { eventsOfElement, type ElementEvent } from '../events-of-element.ts';
import { isMembers, without } from './members.ts';
import { MAX_VALUES } from './translate-element.ts';

const ALL = ['gtm', 'w3c', 'tealium', 'adobe'] as const;
const ROOM = 8;

const read = (element: Readonly<Record<string, unknown>>, presets: readonly DataLayerPresetName[]) =>
  eventsOfElement(element, { presets, room: ROOM });

const somePresets = fc.shuffledSubarray([...ALL]);

/** Names that some preset looks at, names of prototypes, and any others. */
const name = fc.oneof(
  fc.constantFrom(
    ...[
      'event',
      'ecommerce',
      'items',
      'value',
      'transaction_id',
      'eventInfo',
      'page',
      'pageInfo',
      'pageName',
    ],
    ...[
      'product',
      'productInfo',
      'cart',
      'item',
      'price',
      'total',
      'transaction',
      'transactionID',
      'category',
    ],
    ...[
      'tealium_event',
      'page_name',
      'order_id',
      'product_id',
      'product_name',
      'commerce',
      'order',
      'timestamp',
    ],
    ...['eventName', 'timeStamp', 'primaryCategory', 'basePrice', 'label', 'action', 'name', '0', '1', '2'],
  ),
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'prototype'),
  fc.string(),
);
const leaf = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('page_view', 'purchase', 'gtm.click', 'event', 'config', 'view', '12.50'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const json = fc.letrec<{ value: unknown; members: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 5 }), tie('members')),
  members: fc.dictionary(name, tie('value'), { maxKeys: 6 }),
}));

const withMembers = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .tuple(json.members, fc.record(members, { requiredKeys: [] }))
    .map(([any, known]) => ({ ...any, ...known }));

const info = withMembers({
  productID: leaf,
  sku: leaf,
  pageName: leaf,
  pageID: leaf,
  eventName: fc.string(),
});
const products = fc.array(withMembers({ productInfo: info, category: json.members, price: json.members }), {
  maxLength: 3,
});
const push = withMembers({
  event: fc.constantFrom('page_view', 'page loaded', 'purchase', 'gtm.click', 'gtm.js', 'login', ''),
  ecommerce: withMembers({ items: products, value: leaf }),
  eventInfo: json.members,
  product: fc.oneof(json.members, products),
  commerce: withMembers({ order: json.members }),
});
const root = withMembers({
  page: withMembers({ pageInfo: info }),
  product: products,
  cart: withMembers({ price: json.members, item: products }),
  transaction: withMembers({ transactionID: leaf, total: json.members, item: products }),
  event: fc.array(withMembers({ eventInfo: info, category: json.members }), { maxLength: 3 }),
});
const flat = withMembers({
  tealium_event: fc.constantFrom('view', 'purchase', 'cart_add'),
  page_name: leaf,
  order_id: leaf,
  product_id: fc.array(leaf, { maxLength: 2 }),
  product_name: fc.array(leaf, { maxLength: 2 }),
  product_price: leaf,
});
const pushes = fc.array(fc.oneof(push, json.value), { maxLength: 4 });

const layered = fc
  .tuple(
    fc.oneof(json.members, push, root, flat),
    fc.record(
      {
        dataLayer: fc.oneof(pushes, json.value),
        adobeDataLayer: fc.oneof(pushes, json.value),
        digitalData: fc.oneof(root, json.value),
        utag_data: fc.oneof(flat, json.value),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([{ id: _id, permission: _permission, notification: _notification, ...members }, layers]) => {
    const { action: _action, page, ...others } = members as Record<string, unknown>;
    return { ...others, ...(isMembers(page) ? { page: without(page, ['timestamp']) } : {}), ...layers };
  });

/** Every text and number in it, texts that are numbers as numbers: a preset may write `12.50` as 12.5. */
const leavesOf = (value: unknown): readonly unknown[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  if (typeof value === 'boolean' || value === null) return [];
  return [typeof value === 'string' && value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value];
};

const everything = (events: readonly ElementEvent[]): ReadonlySet<unknown> =>
  new Set(
    events.flatMap(({ properties, timestamp }) => [
      ...leavesOf(properties),
      ...(timestamp === undefined ? [] : [timestamp]),
    ]),
  );

/** What only says which call or event it is, and names members instead of being one. */
const isSpoken = (leaf: unknown): boolean => leaf === 'event' || leaf === 'config';

describe('any element of data', () => {
  test('is read without a fault and to the same events again, no more than there is room for', () => {
    fc.assert(
      fc.property(layered, somePresets, (element, presets) => {
        const events = read(element, presets);
        expect(read(element, presets)).toEqual(events);
        expect(events.filter(({ by }) => by.startsWith('preset:')).length).toBeLessThanOrEqual(ROOM);
        expect(events.filter(({ by }) => by === 'none').length).toBeLessThanOrEqual(1);
        expect(new Set(events.map(({ part }) => part)).size).toBe(events.length);
        for (const { properties, timestamp } of events) {
          expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
          expect(['undefined', 'number']).toContain(typeof timestamp);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test('loses nothing: every value is told by an event or kept', () => {
    fc.assert(
      fc.property(layered, somePresets, (element, presets) => {
        const told = everything(read(element, presets));
        expect(leavesOf(element).filter((leaf) => !told.has(leaf) && !isSpoken(leaf))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('what is beyond the room', () => {
  test('is kept as it came', () => {
    const dataLayer = Array.from({ length: ROOM + 2 }, (_, index) => ({ event: `e${index}` }));
    const events = read({ dataLayer }, ['gtm']);
    expect(events).toHaveLength(ROOM + 1);
    expect(events.at(-1)).toMatchObject({
      type: 'dataLayer',
      properties: { dataLayer: [{ event: `e${ROOM}` }, { event: `e${ROOM + 1}` }] },
    });
  });
});

describe('an element with more values than any data layer has', () => {
  test('is kept as it came', () => {
    const items = (count: number) => ({
      event: 'view_item_list',
      ecommerce: { items: Array(count).fill(1) },
    });
    expect(read(items(MAX_VALUES - 4), [...ALL]).map(({ by }) => by)).toEqual(['preset:gtm']);
    expect(read(items(MAX_VALUES - 3), [...ALL])).toEqual([
      {
        type: 'dataLayer',
        properties: items(MAX_VALUES - 3),
        timestamp: undefined,
        by: 'none',
        part: 'none',
      },
    ]);
  });
});

describe('presets', () => {
  test('are asked in their order: the first that knows an entry has it', () => {
    const push = { event: 'click', eventInfo: { reference: 'hero' } };
    expect(read(push, ['gtm', 'adobe']).map(({ by }) => by)).toEqual(['preset:gtm']);
    expect(read(push, ['adobe', 'gtm']).map(({ by }) => by)).toEqual(['preset:adobe']);
  });

  test('read several data layers in one element', () => {
    const element = {
      dataLayer: [{ event: 'login' }],
      digitalData: { page: { pageInfo: { pageName: 'Teas' } } },
      utag_data: { page_name: 'Teas' },
      adobeDataLayer: [{ event: 'click' }],
      event: 'direct',
      theme: 'dark',
    };
    expect(read(element, [...ALL]).map(({ type, part }) => `${type} ${part}`)).toEqual([
      'action preset:gtm:0',
      'page preset:w3c:1',
      'page preset:tealium:2',
      'action preset:adobe:3',
      'action preset:gtm:4',
    ]);
  });

  test('that a pipeline does not name are not asked', () => {
    const element = { dataLayer: [{ event: 'login' }], utag_data: { page_name: 'Teas' } };
    expect(read(element, ['tealium']).map(({ part }) => part)).toEqual(['preset:tealium:0', 'none']);
    expect(read(element, [])).toEqual([
      { type: 'dataLayer', properties: element, timestamp: undefined, by: 'none', part: 'none' },
    ]);
  });
});
