export * from './resolver-client.ts';
