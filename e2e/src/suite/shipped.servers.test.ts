import { defineShipped } from './define-shipped.ts';
import { newSuiteHome } from './suite-home.ts';

defineShipped('the shipped configuration, by the apps apart', newSuiteHome);
