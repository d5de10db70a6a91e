export {
  createDeadLetterAdministration,
  type DeadLetterAdministrationDeps,
  type DeadLetterMetrics,
} from './dead-letters/dead-letter-administration.ts';
export {
  type AttributeAdministrationDeps,
  createAttributeAdministration,
} from './recomputing/create-attribute-administration.ts';
export { createSinkMetrics, tellLag } from './sink-metrics.ts';
export { startTrackingSink } from './tracking-sink.ts';
