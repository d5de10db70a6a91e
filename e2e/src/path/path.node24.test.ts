import { newStandaloneHome } from '../kit/standalone-home.ts';
import { definePath } from './define-path.ts';

definePath('one visit travels the same way on Node 24', () =>
  newStandaloneHome({ node: process.env['KITH_NODE_24'] ?? '' }),
);
