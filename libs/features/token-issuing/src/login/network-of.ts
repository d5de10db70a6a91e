import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * The network that an address stands for when tries are counted: an IPv4 address itself, of an IPv6 address the
 * first 64 bits, because every household has all the addresses behind them.
 */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail);
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
};

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
