import { defineGuarded } from '../info/define-guarded.ts';
import { newSuiteHome } from './suite-home.ts';

defineGuarded('what a pipeline guards, in the apps apart', newSuiteHome);
