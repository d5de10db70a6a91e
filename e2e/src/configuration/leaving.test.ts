import { jest } from '@jest/globals';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineLeaving } from './define-leaving.ts';

// Every test reads configurations again on a machine that may be busy.
jest.setTimeout(60_000);

defineLeaving('stored data whose name has left the configuration', newStandaloneHome);
