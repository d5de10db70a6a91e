import { isIP } from 'node:net';
import { CLIENT_HEADERS } from '@kith/domain/pipeline';
import type { OutgoingCall } from '@kith/ports';
import { isPermitted } from './permitted-addresses.ts';

/** Where calls may go. */
export interface OutgoingHost {
  /** Scheme, host and port as a URL has them (`new URL(url).origin`): https://api.example.com, http://crm:8080. */
  readonly origin: string;
  /** Whether its address may be this machine's or of a private network; never link-local, multicast or reserved. */
  readonly allowPrivate: boolean;
}

/** A call that may be made, or why it may not. */
export type Target =
  | { readonly kind: 'target'; readonly url: URL; readonly allowPrivate: boolean }
  | { readonly kind: 'refused'; readonly origin: string; readonly why: string };

/** Whether and where a call may go, as far as it can be said without a look at its name's addresses. */
export const targetOf = (
  { url: text, headers }: OutgoingCall,
  hosts: ReadonlyMap<string, OutgoingHost>,
): Target => {
  if (!URL.canParse(text)) return { kind: 'refused', origin: 'a URL', why: 'it is none' };
  const url = new URL(text);
  const refused = (why: string): Target => ({ kind: 'refused', origin: url.origin, why });
  const host = hosts.get(url.origin);
  if (host === undefined) return refused('the host is not configured');
  const why = refusalOf(url, headers, host);
  return why === null ? { kind: 'target', url, allowPrivate: host.allowPrivate } : refused(why);
};

/** Why a call was not made that would have gone to a private address. */
export const NOT_OPEN = 'the address is not one that calls may go to';

const refusalOf = (
  url: URL,
  headers: OutgoingCall['headers'],
  { allowPrivate }: OutgoingHost,
): string | null => {
  if (url.username !== '' || url.password !== '') return 'the URL carries a user name or password';
  const reserved = Object.keys(headers).find((name) => CLIENT_HEADERS.includes(name.toLowerCase()));
  if (reserved !== undefined) return `the header ${reserved} is the connection's own`;
  const literal = literalIn(url);
  return literal === null || isPermitted(literal, allowPrivate) ? null : NOT_OPEN;
};

/** The IP address that stands in place of a name; the parser of URLs has undone every odd spelling of it. */
const literalIn = ({ hostname }: URL): string | null => {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) === 0 ? null : address;
};
