export { createDemo } from './create-demo.ts';
export type { DemoDeps } from './create-demo.ts';
export { DEMO } from './demo-pipeline.ts';
export { watchDecisions } from './decisions/watch-decisions.ts';
export type { WatchedDecision, WatchedDecisions } from './decisions/watch-decisions.ts';
