export { createOpenFront, createSignedFront, type SignedFrontDeps } from './call-fronts.ts';
export { callsOver } from './calls-over.ts';
export { createResolverClient, type ResolverClient, type ResolverClientDeps } from './resolver-client.ts';
export { findRunningApp, type RunningApp, AppLeft } from './running-app.ts';
export { serveCalls, type ServedCalls } from './serve-calls.ts';
export { createSignedTransport, type SignedTransport } from './signed-transport.ts';
