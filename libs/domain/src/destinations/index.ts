export * from './csv-row.ts';
export * from './delivery-content.ts';
export * from './destination-events.ts';
export type * from './destination-rules.ts';
export * from './presets/google-customer-match.ts';
export type { Sha256 } from './presets/hashed-values.ts';
export * from './presets/meta-conversions.ts';
export * from './queued-delivery.ts';
export * from './shared-record.ts';
