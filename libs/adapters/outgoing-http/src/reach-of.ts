import { BlockList, isIP } from 'node:net';

/**
 * Where an address leads: `public`, anywhere in the internet; `private`, this machine or the operator's own networks;
 * `never`, where no system is that anybody means: link-local (the metadata services of clouds), multicast, reserved.
 */
export type Reach = 'public' | 'private' | 'never';

const ranges = (...texts: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** RFC 6890 and its registry: private use, loopback, shared by carriers. */
const PRIVATE_IPV4 = ranges('10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16');

/** The metadata services of clouds that are not link-local, from which whoever asks gets credentials. */
const METADATA_IPV4 = ['100.100.100.200/32', '168.63.129.16/32'];
const METADATA_IPV6 = ranges('fd00:ec2::254/128', 'fd20:ce::254/128');

const NEVER_IPV4 = ranges(
  ...METADATA_IPV4,
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
);

const PRIVATE_IPV6 = ranges('::1/128', 'fc00::/7', '64:ff9b:1::/48');

/** Of what is outside 2000::/3 nothing is in use; within it, tunnels that would lead elsewhere, and reserved blocks. */
const UNICAST_IPV6 = ranges('2000::/3');
const NEVER_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** Those that stand for an IPv4 address in their last 32 bits: mapped, and translated (NAT64). */
const WITH_IPV4 = ranges('::ffff:0:0/96', '64:ff9b::/96');

/** Where an IP address leads, as the system writes it; anything else leads nowhere. */
export const reachOf = (address: string): Reach => {
  switch (isIP(address)) {
    case 4:
      return reachOfIpv4(address);
    case 6:
      return address.includes('%') ? 'never' : reachOfIpv6(address);
    default:
      return 'never';
  }
};

const reachOfIpv4 = (address: string): Reach => {
  if (NEVER_IPV4.check(address, 'ipv4')) return 'never';
  return PRIVATE_IPV4.check(address, 'ipv4') ? 'private' : 'public';
};

const reachOfIpv6 = (address: string): Reach => {
  // An IPv4 address in another dress is no way around what is said of it, and nobody's public name leads to one.
  if (WITH_IPV4.check(address, 'ipv6')) return reachOfIpv4(ipv4In(address)) === 'never' ? 'never' : 'private';
  if (METADATA_IPV6.check(address, 'ipv6')) return 'never';
  if (PRIVATE_IPV6.check(address, 'ipv6')) return 'private';
  return UNICAST_IPV6.check(address, 'ipv6') && !NEVER_IPV6.check(address, 'ipv6') ? 'public' : 'never';
};

/** The last 32 bits; a URL spells every address in one way, with these as two groups in hexadecimal. */
const ipv4In = (address: string): string => {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const bytes = groups.slice(-2).flatMap((group) => {
    const value = Number.parseInt(group || '0', 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
};
