import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { addressRanges, createClientAddress } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('the address of a client', () => {
  const address = createClientAddress(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);

  test.each([
    ['of a stranger is its own, whatever it claims', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['behind a trusted proxy is what that proxy saw', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['is read from right to left', '10.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
    [
      'behind several trusted proxies is what the first of them saw',
      '10.0.0.1',
      '6.6.6.6,198.51.100.7, 10.2.3.4',
      '198.51.100.7',
    ],
    ['among trusted proxies only is the farthest', '10.0.0.1', '10.0.0.2,10.0.0.3', '10.0.0.2'],
    ['is the last good one where the header is nonsense', '10.0.0.1', '1.1.1.1, nonsense', '10.0.0.1'],
    ['is the proxy itself where the header is empty', '10.0.0.1', '', '10.0.0.1'],
    ['of IPv4 inside IPv6 is IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['may have a port', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['may be IPv6', 'fd00::1', '[2001:db8::1]:4711', '2001:db8::1'],
  ])('%s', (_what, peer, forwarded, expected) => {
    expect(address(from(peer, forwarded))).toBe(expected);
  });

  test('without trusted proxies is the peer', () => {
    expect(createClientAddress([])(from('10.0.0.1', '1.1.1.1'))).toBe('10.0.0.1');
    expect(address(from('10.0.0.1'))).toBe('10.0.0.1');
  });

  test.each(['10.0.0.0/33', 'proxy', '10.0.0', '::/129', '10.0.0.0/8/8', '10.0.0.0/'])(
    '%s is no range',
    (range) => {
      expect(() => createClientAddress([range])).toThrow(ConfigurationError);
      expect(addressRanges.safeParse(range).success).toBe(false);
    },
  );

  test('ranges are read from a setting', () => {
    expect(addressRanges.parse('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1']);
  });
});
