import { element } from './element.ts';
import { priceText } from './products.ts';
import { kith } from './tag-globals.ts';
import type { Shop, View } from './view.ts';

/** The last step: nothing is asked for that the demo does not need. */
export const checkoutView = ({ cart, go }: Shop): View => {
  const order = (): void => {
    void kith('track', {
      name: 'order',
      action: 'placed',
      category: 'Checkout',
      label: priceText(cart.total()),
    });
    cart.clear();
    go('?view=thanks');
  };
  return {
    title: 'Checkout',
    content:
      cart.count() === 0
        ? [element('p', {}, 'There is nothing to order.'), element('a', { href: '?' }, 'To the teas')]
        : [
            element(
              'p',
              { class: 'lead' },
              `${cart.count()} in the cart, ${priceText(cart.total())} together.`,
            ),
            element('p', {}, 'A real shop would ask for address and payment here. This one takes neither.'),
            element('button', { type: 'button', class: 'first', click: order }, 'Place the order'),
          ],
  };
};

/** After the order. */
export const thanksView = (): View => ({
  title: 'Thank you',
  content: [
    element('p', { class: 'lead' }, 'Your order would be on its way, if there were any tea.'),
    element('p', {}, element('a', { href: '?' }, 'Back to the teas')),
  ],
});
