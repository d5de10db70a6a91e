import { newStandaloneHome } from '../kit/standalone-home.ts';
import { definePath } from './define-path.ts';

definePath('one visit travels from a browser to a GraphQL answer', () => newStandaloneHome());
