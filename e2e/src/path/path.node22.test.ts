import { definePath } from './define-path.ts';

definePath('one visit travels the same way on Node 22', { node: process.env['KITH_NODE_22'] ?? '' });
