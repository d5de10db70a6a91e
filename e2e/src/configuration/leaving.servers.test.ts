import { vi } from 'vitest';
import { newSuiteHome } from '../suite/suite-home.ts';
import { defineLeaving } from './define-leaving.ts';

// Every test has four processes read configurations again on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

defineLeaving('stored data whose name has left the configuration, in the apps apart', newSuiteHome);
