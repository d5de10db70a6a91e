import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSignatureCheck } from './pipeline-secrets.ts';

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
const isSigned = createSignatureCheck(['new secret', 'old secret']);

describe('the signature of an identifier', () => {
  test.each(['new secret', 'old secret'])('fits under the %s', (secret) => {
    expect(isSigned(hmac(secret, 'c-1'), 'c-1')).toBe(true);
  });

  test('may be of the value as it came or as it is kept, in any letter case', () => {
    expect(isSigned(hmac('new secret', ' ÄB '), ' ÄB ', 'äb')).toBe(true);
    expect(isSigned(hmac('new secret', 'äb').toUpperCase(), ' ÄB ', 'äb')).toBe(true);
  });

  test.each([
    ['absent', null],
    ['empty', ''],
    ['of another value', hmac('new secret', 'c-2')],
    ['under another secret', hmac('their secret', 'c-1')],
    ['cut short', hmac('new secret', 'c-1').slice(0, 62)],
    ['too long', `${hmac('new secret', 'c-1')}00`],
    ['no hex', 'z'.repeat(64)],
  ])('does not fit where it is %s', (_, signature) => {
    expect(isSigned(signature, 'c-1')).toBe(false);
  });
});
