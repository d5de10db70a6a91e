import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineAttacker } from './define-attacker.ts';

defineAttacker('an attacker', () => newStandaloneHome());
