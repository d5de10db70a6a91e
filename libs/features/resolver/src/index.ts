export { createResolver, type ResolverDeps } from './create-resolver.ts';
export { createDecideInGroup, type GroupMetrics } from './deciding/decide-in-group.ts';
export { createExplain, type ExplainDeps } from './explain.ts';
export { createOutboxMetrics } from './publishing/outbox-owner.ts';
export { startOutboxRelay } from './publishing/outbox-relay.ts';
export { createResolverMetrics, tellOutbox, type ResolverMetrics } from './resolver-metrics.ts';
