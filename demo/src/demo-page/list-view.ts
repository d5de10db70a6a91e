import { element, type Child } from './element.ts';
import { cupOf } from './illustration.ts';
import { CATEGORIES, priceText, PRODUCTS, type Product } from './products.ts';
import type { View } from './view.ts';

/** All teas, or those of a category. */
export const listView = (category: string | null): View => ({
  title: category === null ? 'Our teas' : `${category} teas`,
  content: [
    element(
      'p',
      { class: 'lead' },
      'Six teas, chosen slowly. Look around, put one into the cart, log in and out.',
    ),
    element(
      'ul',
      { class: 'filters', 'aria-label': 'Kinds of tea' },
      ...[null, ...CATEGORIES].map(filterOf(category)),
    ),
    element(
      'ul',
      { class: 'grid' },
      ...PRODUCTS.filter((product) => category === null || product.category === category).map(cardOf),
    ),
  ],
});

const filterOf =
  (current: string | null) =>
  (category: string | null): Child => {
    const href = category === null ? '?' : `?kind=${category}`;
    return element(
      'li',
      {},
      element('a', { href, 'aria-current': category === current && 'page' }, category ?? 'All'),
    );
  };

const cardOf = ({ id, name, line, price, colour }: Product): Child =>
  element(
    'li',
    { class: 'card' },
    element('div', { class: 'picture' }, cupOf(colour)),
    element('h2', {}, element('a', { href: `?tea=${id}` }, name)),
    element('p', { class: 'quiet' }, line),
    element('p', { class: 'price' }, priceText(price)),
  );
