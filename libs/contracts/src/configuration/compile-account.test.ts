import { describe, expect, test } from 'vitest';
import { compileAttribute } from './compile-account.ts';

describe('the rule of an attribute', () => {
  test.each([
    [{ count: 'page' as const }, { kind: 'count', of: 'page' }],
    [{ sum: 'action.value' }, { kind: 'sum', of: 'action', member: 'value' }],
    [
      { distinct: 'action.item_id', window: '12h' },
      { kind: 'distinct', of: 'action', member: 'item_id', windowMs: 43_200_000 },
    ],
    [
      { first: 'page.url', where: { lang: 'en', level: 2, test: false } },
      { kind: 'first', of: 'page', member: 'url', where: { lang: 'en', level: '2', test: 'false' } },
    ],
    [{ imported: true as const }, { kind: 'imported' }],
  ])('%j is %j', (document, rule) => {
    expect(compileAttribute('name', document)).toEqual(rule);
  });
});
