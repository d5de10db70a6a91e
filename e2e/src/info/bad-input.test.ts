import { newStandaloneHome } from '../kit/standalone-home.ts';
import { defineBadInput } from './define-bad-input.ts';

defineBadInput('a request that does not conform', () => newStandaloneHome());
