export * from './administration-client.ts';
export * from './attribute-client.ts';
export * from './audience-client.ts';
export * from './consent-client.ts';
export * from './dead-letter-client.ts';
export * from './import-client.ts';
export * from './privacy-client.ts';
export * from './resolver-client.ts';
export type { ResolverClientOptions } from './signed-calls.ts';
