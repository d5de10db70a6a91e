import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineGuarded } from './define-guarded.ts';

defineGuarded('what a pipeline guards', () => newStandaloneHome());
