export type * from './consent.ts';
export * from './merge-acknowledgements.ts';
export * from './merge-permissions.ts';
export * from './notification-status.ts';
export * from './record-consent.ts';
export * from './seal.ts';
