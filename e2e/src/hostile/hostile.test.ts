import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineHostile } from './define-hostile.ts';

defineHostile('50,000 hostile requests', () => newStandaloneHome());
