import { definePath } from './define-path.ts';

definePath('one visit travels from a browser to a GraphQL answer');
