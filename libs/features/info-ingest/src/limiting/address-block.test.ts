import { describe, expect, test } from 'vitest';
import { addressBlock, isPublicAddress } from './visit-limits.ts';

describe('the addresses that count as one', () => {
  test('an IPv4 address is one', () => {
    expect(addressBlock('203.0.113.7')).toBe('203.0.113.7');
  });

  test.each([
    '2001:db8:1:2:3:4:5:6',
    '2001:DB8:1:2::',
    '2001:0db8:0001:0002::1',
    '2001:db8:1:2:ffff::192.0.2.1',
    '2001:db8:1:2::1%eth0',
  ])('%s is of the block of its first 64 bits', (address) => {
    expect(addressBlock(address)).toBe('2001:db8:1:2');
  });

  test.each([
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ])('zeros that %s leaves out count', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('a public address', () => {
  test.each([
    '203.0.113.7',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2001:db8::1',
  ])('is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.0.1',
    '169.254.1.1',
    '::1',
    'fd00::1',
    'fe80::1',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});
