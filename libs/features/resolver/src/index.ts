export { createExplain, type ExplainDeps } from './explain.ts';
export { startOutboxRelay } from './outbox-relay.ts';
export { createResolver, type Resolving, type ResolverMetrics } from './resolve-visitor.ts';
export { createResolverMetrics } from './resolver-metrics.ts';
