import { newSuiteHome } from '../suite/suite-home.ts';
import { defineConformance } from './define-conformance.ts';

defineConformance('interface B to the letter, by the apps apart', newSuiteHome);
