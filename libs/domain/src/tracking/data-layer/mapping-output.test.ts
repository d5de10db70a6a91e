import { describe, expect, test } from 'vitest';
import { contentsByMapping, MAX_FROM_MAPPING } from './mapping-output.ts';

const read = (output: unknown) =>
  contentsByMapping(output)?.map(({ type, properties, timestamp }) => [type, properties, timestamp]);

describe('what an own mapping makes', () => {
  test('is an element or a list of them: page views, actions, and the rest as it is', () => {
    expect(
      read([
        { page: { name: 'Teas', timestamp: 1 }, action: [{ name: 'a' }, { name: 'b', value: 2 }] },
        { action: { name: 'c', label: null }, order: { id: 7 } },
      ]),
    ).toEqual([
      ['page', { name: 'Teas' }, 1],
      ['action', { name: 'a' }, undefined],
      ['action', { name: 'b', value: 2 }, undefined],
      ['action', { name: 'c' }, undefined],
      ['dataLayer', { order: { id: 7 } }, undefined],
    ]);
  });

  test.each([null, undefined, [], {}, { page: null }, { action: [] }])('can be nothing: %j', (output) => {
    expect(read(output)).toEqual([]);
  });

  test.each([
    'text',
    7,
    [7],
    [[{}]],
    { page: 'home' },
    { page: { name: 1 } },
    { page: { url: {} } },
    { page: { timestamp: '1' } },
    { action: 'click' },
    { action: [{ label: [] }] },
    { action: [{ category: true }] },
    Array.from({ length: MAX_FROM_MAPPING + 1 }, () => ({ action: {} })),
  ])('is unfit where a caller could not send it: %j', (output) => {
    expect(contentsByMapping(output)).toBeNull();
  });
});
