import type { CartLine } from './cart.ts';
import { element, type Child } from './element.ts';
import { priceText } from './products.ts';
import { kith } from './tag-globals.ts';
import type { Shop, View } from './view.ts';

/** What is in the cart. */
export const cartView = (shop: Shop): View => {
  const lines = shop.cart.lines();
  if (lines.length === 0) {
    return {
      title: 'Your cart',
      content: [element('p', {}, 'It is empty. '), element('a', { href: '?' }, 'To the teas')],
    };
  }
  return {
    title: 'Your cart',
    content: [
      element('ul', { class: 'lines' }, ...lines.map((line) => lineOf(line, shop))),
      element('p', { class: 'total' }, `Together ${priceText(shop.cart.total())}`),
      element('a', { href: '?view=checkout', class: 'button first' }, 'Checkout'),
    ],
  };
};

const lineOf = ({ product, count }: CartLine, { cart, refresh }: Shop): Child => {
  const change = (by: 1 | -1): void => {
    cart.add(product, by);
    void kith('track', {
      name: 'cart',
      action: by > 0 ? 'add' : 'remove',
      category: product.category,
      label: product.name,
    });
    refresh();
  };
  return element(
    'li',
    {},
    element('span', { class: 'name' }, product.name),
    element(
      'button',
      { type: 'button', 'aria-label': `One ${product.name} less`, click: () => change(-1) },
      '−',
    ),
    element('span', {}, String(count)),
    element(
      'button',
      { type: 'button', 'aria-label': `One ${product.name} more`, click: () => change(1) },
      '+',
    ),
    element('span', { class: 'price' }, priceText(product.price * count)),
  );
};
