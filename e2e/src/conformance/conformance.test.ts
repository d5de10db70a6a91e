import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineConformance } from './define-conformance.ts';

defineConformance('interface B to the letter', () => newStandaloneHome());
