import type { Scenario } from '../scenario.ts';
import { apartScenarios } from './apart-scenarios.ts';
import { referenceScenarios } from './reference-scenarios.ts';
import { createSharedSuite } from './shared-suite.ts';
import { standaloneScenarios } from './standalone-scenarios.ts';

/** Every row of the table, in its order; the one that ratios are taken to comes first. */
export const createScenarios = (): readonly Scenario[] => [
  ...referenceScenarios,
  ...standaloneScenarios,
  ...apartScenarios(createSharedSuite()),
];
