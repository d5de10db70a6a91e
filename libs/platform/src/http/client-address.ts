import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { commaSeparated } from '../configuration/setting-types.ts';

/** What tells a request's address; an `IncomingMessage` is one. */
export interface ForwardedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** IPv4 inside IPv6, as dual-stack sockets show it, is plain IPv4. */
const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** Some proxies add the port. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+)$/;

const parsedAddress = (text: string): string | null => {
  const bare = WITH_PORT.exec(text.trim());
  const address = unmapped(bare?.[1] ?? bare?.[2] ?? text.trim());
  return isIP(address) === 0 ? null : address;
};

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether the text is an IP address, or a range such as `10.0.0.0/8`. */
const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32));
};

/** Settings such as `TRUSTED_PROXIES`: IP addresses and ranges, with commas between them. */
export const addressRanges = commaSeparated.pipe(
  z
    .array(z.string())
    .refine((list) => list.every(isAddressRange), 'must be IP addresses or ranges such as 10.0.0.0/8'),
);

const rangesOf = (trusted: readonly string[]): BlockList => {
  const wrong = trusted.filter((text) => !isAddressRange(text));
  if (wrong.length > 0)
    throw new ConfigurationError(wrong.map((text) => `${text}: is no address and no range`));
  const list = new BlockList();
  for (const text of trusted) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) list.addAddress(unmapped(address), family(unmapped(address)));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
};

const forwardedFor = (request: ForwardedRequest): string[] => {
  const header = request.headers['x-forwarded-for'];
  return (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
};

/**
 * Whose request this is: the peer, or, where the peer is a trusted proxy, the nearest address in
 * `X-Forwarded-For`, from right to left, that no trusted proxy has. What stands further left anyone can write.
 */
export const createClientAddress = (trusted: readonly string[]): ((request: ForwardedRequest) => string) => {
  const ranges = rangesOf(trusted);
  const isTrusted = (address: string): boolean => ranges.check(address, family(address));
  return (request) => {
    let address = unmapped(request.socket.remoteAddress ?? '');
    if (trusted.length === 0 || isIP(address) === 0 || !isTrusted(address)) return address;
    for (const hop of forwardedFor(request).reverse()) {
      const next = parsedAddress(hop);
      if (next === null) return address;
      address = next;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
};
