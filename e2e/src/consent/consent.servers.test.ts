import { apartStage } from './consent-stage.ts';
import { defineConsentSuite } from './define-consent-suite.ts';

defineConsentSuite('consent, in the apps apart', apartStage);
