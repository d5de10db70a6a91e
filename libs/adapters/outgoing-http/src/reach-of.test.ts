import { describe, expect, test } from '@jest/globals';
import { reachOf } from './reach-of.ts';

describe('where an address leads', () => {
  test.each([
    ...['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.169.0.1'],
    ...['223.255.255.255', '2606:4700::1111', '2a00:1450:4001::1'],
  ])('%s is public', (address) => {
    expect(reachOf(address)).toBe('public');
  });

  test.each([
    ...['10.0.0.1', '127.0.0.1', '127.255.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    ...['::1', 'fd00::1', 'fc00:ec2::254', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1'],
    ...['::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b::a00:0', '64:ff9b:1::1'],
  ])('%s is private', (address) => {
    expect(reachOf(address)).toBe('private');
  });

  test.each([
    ...['0.0.0.0', '0.1.2.3', '169.254.169.254', '192.0.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1'],
    ...['240.0.0.1', '255.255.255.255', '::', '::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2001::1', '3fff::1', '4000::1', '::ffff:169.254.169.254'],
    ...['64:ff9b::a9fe:a9fe', '64:ff9b::', '::ffff:0:127.0.0.1', 'localhost', '127.1', '0x7f000001', ''],
  ])('%s leads nowhere that anybody means', (address) => {
    expect(reachOf(address)).toBe('never');
  });
});
