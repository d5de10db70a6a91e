export {
  createConsentAdministration,
  type ConsentAdministrationNeeds,
} from './consent/consent-administration.ts';
export { startErasureRunner } from './erasing/erasure-runner.ts';
export { expireVisitors } from './expiring/expire-visitors.ts';
export type { ExpiringVisitors } from './expiring/expiring.ts';
export { createExpiryMetrics } from './expiring/expiry-metrics.ts';
export { startExpiryRunner } from './expiring/expiry-runner.ts';
export { createPrivacyAdministration, erasingOver, type PrivacyNeeds } from './privacy-administration.ts';
