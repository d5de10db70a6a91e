import { newSuiteHome } from '../suite/suite-home.ts';
import { defineHostile } from './define-hostile.ts';

defineHostile('hostile requests to the edge apart', newSuiteHome);
