export * from './outbox-relay.ts';
export * from './resolution-metrics.ts';
export * from './resolve-visitor.ts';
export * from './tracking-sink.ts';
export * from './resolve-front.ts';
