export * from './audit.ts';
export * from './audit-check.ts';
export * from './erased-keys.ts';
export * from './erasure.ts';
export * from './erasure-proof.ts';
export * from './expiry.ts';
export * from './suppression.ts';
