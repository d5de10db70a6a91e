export * from './claim-of.ts';
export * from './identifier-text.ts';
export * from './identity-rows.ts';
export * from './identity-view.ts';
export type * from './lookup.ts';
export * from './unite-keys.ts';
