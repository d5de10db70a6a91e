import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineHostile } from './define-hostile.ts';

defineHostile('hostile requests', () => newStandaloneHome());
