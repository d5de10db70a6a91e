import { newSuiteHome } from '../suite/suite-home.ts';
import { defineAttacker } from './define-attacker.ts';

defineAttacker('an attacker of the apps apart', newSuiteHome);
