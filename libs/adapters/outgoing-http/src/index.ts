export * from './open-outgoing-http.ts';
export type { OutgoingHost } from './target-of.ts';
export { addressGuard } from './permitted-addresses.ts';
export type { AddressGuard, LookUp } from './permitted-addresses.ts';
