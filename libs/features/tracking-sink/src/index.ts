export {
  createDeadLetterAdministration,
  type DeadLetterNeeds,
  type LetterMetrics,
} from './dead-letters/dead-letter-administration.ts';
export {
  createAttributeAdministration,
  type AttributeAdministrationNeeds,
} from './recomputing/create-attribute-administration.ts';
export { createSinkMetrics } from './sink-metrics.ts';
export { startTrackingSink } from './tracking-sink.ts';
