import { definePath } from '../path/define-path.ts';
import { newSuiteHome } from './suite-home.ts';

definePath('one visit travels the same way through the apps apart', newSuiteHome);
