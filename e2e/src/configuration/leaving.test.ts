import { vi } from 'vitest';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineLeaving } from './define-leaving.ts';

// Every test reads configurations again on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

defineLeaving('stored data whose name has left the configuration', newStandaloneHome);
