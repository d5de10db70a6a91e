import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineShipped } from './define-shipped.ts';

defineShipped('the shipped configuration', () => newStandaloneHome());
