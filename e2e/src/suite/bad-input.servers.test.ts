import { defineBadInput } from '../info/define-bad-input.ts';
import { newSuiteHome } from './suite-home.ts';

defineBadInput('a request that does not conform, to the apps apart', newSuiteHome);
