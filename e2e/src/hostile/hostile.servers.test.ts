import { newSuiteHome } from '../suite/suite-home.ts';
import { defineHostile } from './define-hostile.ts';

defineHostile('50,000 hostile requests to the edge apart', newSuiteHome);
