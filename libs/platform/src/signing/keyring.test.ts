import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { createKeyring } from './keyring.ts';

const NEW = 'n'.repeat(32);
const OLD = 'o'.repeat(32);
const keyring = createKeyring({ umid: [NEW, OLD], retry: [OLD] });

describe('a keyring', () => {
  test('gives the HMAC-SHA-256 of the parts, each with its length, under the first secret', () => {
    const expected = createHmac('sha256', NEW).update('4:demo4:h\u00e9!').digest();
    expect(keyring.mac('umid', 'demo', 'h\u00e9!')).toEqual(expected);
  });

  test('how the parts are split counts', () => {
    expect(keyring.mac('umid', 'ab', 'c')).not.toEqual(keyring.mac('umid', 'a', 'bc'));
    expect(keyring.mac('umid', 'a', '')).not.toEqual(keyring.mac('umid', 'a'));
    expect(keyring.mac('umid', '1:a')).not.toEqual(keyring.mac('umid', '', 'a'));
  });

  test('accepts what any of its secrets gave, and nothing else', () => {
    const [first, second] = keyring.macs('umid', 'x');
    expect(keyring.verify('umid', first!, 'x')).toBe(true);
    expect(keyring.verify('umid', second!, 'x')).toBe(true);
    expect(second).toEqual(keyring.mac('retry', 'x'));
    expect(keyring.verify('umid', first!, 'y')).toBe(false);
    expect(keyring.verify('retry', first!, 'x')).toBe(false);
    expect(keyring.verify('umid', first!.subarray(0, 31), 'x')).toBe(false);
    expect(keyring.verify('umid', Buffer.alloc(0), 'x')).toBe(false);
  });

  test('a name without a secret is a configuration fault', () => {
    expect(() => keyring.mac('chain', 'x')).toThrow(
      new ConfigurationError(['the secret "chain" is missing']),
    );
    expect(() => keyring.mac('constructor', 'x')).toThrow(ConfigurationError);
    expect(() => createKeyring({ umid: [] })).toThrow(ConfigurationError);
    expect(() => createKeyring({ umid: [NEW, ''] })).toThrow(ConfigurationError);
  });
});
