export * from './open-outgoing-http.ts';
export type { OutgoingHost } from './target-of.ts';
export { isPermitted, permittedAddresses, systemLookUp } from './permitted-addresses.ts';
export type { LookUp } from './permitted-addresses.ts';
