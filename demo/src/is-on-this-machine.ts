import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies add: one on this machine may send the address of this machine as the host. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a browser reaches this server as `localhost` or by a loopback address, and no proxy between. A page elsewhere
 * cannot pretend to: a browser sends the host of the address that it asks.
 */
export const isOnThisMachine = (headers: IncomingHttpHeaders): boolean =>
  isLoopback(headers.host) && FORWARDED.every((name) => headers[name] === undefined);

const isLoopback = (host = ''): boolean => {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const address = name.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return name === 'localhost' || (family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'));
};
