import { describe, expect, test } from 'vitest';
import { requestIdFrom } from './dispatcher.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a request id', () => {
  test.each(['a', 'A-9._~z', 'x'.repeat(128)])('%s is taken as it is', (id) => {
    expect(requestIdFrom(id)).toBe(id);
  });

  test.each([undefined, '', 'x'.repeat(129), 'a b', 'a\nb', 'ä', '<script>'])('%j is replaced', (id) => {
    expect(requestIdFrom(id)).toMatch(UUID);
  });

  test('of several none is taken', () => {
    expect(requestIdFrom(['a', 'b'])).toMatch(UUID);
  });
});
