import { element } from './element.ts';
import { cupOf } from './illustration.ts';
import { priceText, type Product } from './products.ts';
import { kith } from './tag-globals.ts';
import type { Shop, View } from './view.ts';

/** One tea. */
export const productView = (product: Product, { cart }: Shop): View => {
  const told = element('p', { class: 'told', role: 'status' });
  const add = (): void => {
    cart.add(product, 1);
    told.textContent = `In the cart: ${product.name}.`;
    void kith('track', { name: 'cart', action: 'add', category: product.category, label: product.name });
  };
  return {
    title: product.name,
    content: [
      element(
        'div',
        { class: 'product' },
        element('div', { class: 'picture' }, cupOf(product.colour)),
        element(
          'div',
          {},
          element('p', { class: 'lead' }, product.line),
          element('p', {}, product.text),
          element('p', { class: 'price' }, `${priceText(product.price)} for 100 g`),
          element('button', { type: 'button', class: 'first', click: add }, 'Add to cart'),
          told,
        ),
      ),
      element(
        'p',
        {},
        element('a', { href: `?kind=${product.category}` }, `More ${product.category.toLowerCase()} teas`),
      ),
    ],
  };
};
