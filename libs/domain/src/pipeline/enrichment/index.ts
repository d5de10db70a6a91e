export * from './enrichment-step.ts';
export * from './text-template.ts';
