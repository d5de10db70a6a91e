export type * from './credential-store.ts';
export type * from './event-log.ts';
export type * from './outbox.ts';
export type * from './profile-store.ts';
export type * from './resolver.ts';
export { Unavailable } from './scope.ts';
export type { Deadline, Scope } from './scope.ts';
export type * from './tracking-store.ts';
export type * from './umid-cache.ts';
