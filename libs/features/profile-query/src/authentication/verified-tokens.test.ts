import { expect, test } from 'vitest';
import { createVerifiedTokens } from './verified-tokens.ts';

test('the token that came first makes room', () => {
  const tokens = createVerifiedTokens(2);
  const verified = { account: 'demo', kid: 'key', expiresAt: 1 };
  ['a', 'b', 'c'].forEach((token) => tokens.add(token, verified));
  expect(['a', 'b', 'c'].map((token) => tokens.get(token))).toEqual([null, verified, verified]);
});
