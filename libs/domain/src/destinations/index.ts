export * from './csv-row.ts';
export * from './destination-events.ts';
export type * from './destination-rules.ts';
export * from './material.ts';
export * from './presets/google-customer-match.ts';
export type { Sha256 } from './presets/hashed-values.ts';
export * from './presets/meta-conversions.ts';
export * from './given.ts';
export * from './waiting-parcel.ts';
