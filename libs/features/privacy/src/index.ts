export {
  createConsentAdministration,
  type ConsentAdministrationDeps,
} from './consent/consent-administration.ts';
export { tallyStores, type HeadsTallied } from './heads/tallied-stores.ts';
export { startErasureRunner } from './erasing/erasure-runner.ts';
export { expireVisitors, type VisitorExpiryDeps, createExpiryMetrics } from './expiring/expire-visitors.ts';
export { startExpiryRunner } from './expiring/expiry-runner.ts';
export { createPrivacyAdministration, erasureDeps, type PrivacyDeps } from './privacy-administration.ts';
