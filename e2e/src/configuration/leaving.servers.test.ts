import { newSuiteHome } from '../suite/suite-home.ts';
import { defineLeaving } from './define-leaving.ts';

defineLeaving('stored data whose name has left the configuration, in the apps apart', newSuiteHome);
