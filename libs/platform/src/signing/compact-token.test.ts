import { expect, test } from 'vitest';
import { isSpeltExactly } from './compact-token.ts';

test.each([
  ['AA.AAA.AAAA', true],
  ['AB.AAA.AAAA', false],
  ['AA.AAB.AAAA', false],
  ['AA.AAA.A', false],
  ['AA==.AAA.AAAA', false],
  ['AA.AA+.AAAA', false],
  ['AA.AA\n.AAAA', false],
])('%j is spelt as its encoder spells it: %j', (token, exactly) => {
  expect(isSpeltExactly(token)).toBe(exactly);
});
