import {} from 'vitest';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineLeaving } from './define-leaving.ts';

defineLeaving('stored data whose name has left the configuration', newStandaloneHome);
