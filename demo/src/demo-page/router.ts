import { cartView } from './cart-view.ts';
import { element } from './element.ts';
import { listView } from './list-view.ts';
import { checkoutView, thanksView } from './order-views.ts';
import { productView } from './product-view.ts';
import { productOf } from './products.ts';
import type { Shop, View } from './view.ts';

/** The view that an address of the shop names; what it does not know is the list. */
export const viewAt = (search: string, shop: Shop): View => {
  const query = new URLSearchParams(search);
  const product = productOf(query.get('tea') ?? '');
  if (product !== undefined) return productView(product, shop);
  switch (query.get('view') ?? 'list') {
    case 'cart':
      return cartView(shop);
    case 'checkout':
      return checkoutView(shop);
    case 'thanks':
      return thanksView();
    default:
      return listView(query.get('kind'));
  }
};

/** Where the views appear, and who follows links inside the shop without loading the page again. */
export interface Router {
  readonly go: (address: string) => void;
  readonly refresh: () => void;
}

/** Shows the view of the present address in `place`, and of each that follows. */
export const startRouter = (place: HTMLElement, shopWith: (router: Router) => Shop): Router => {
  const show = (): HTMLElement => {
    const { title, content } = viewAt(location.search, shopWith(router));
    const heading = element('h1', { tabindex: '-1' }, title);
    place.replaceChildren(heading, ...content);
    document.title = title;
    return heading;
  };
  const router: Router = {
    go: (address) => {
      // The title belongs to the address from the beginning: the tag reports both.
      document.title = viewAt(new URL(address, location.href).search, shopWith(router)).title;
      history.pushState(null, '', address === '?' ? location.pathname : address);
      scrollTo(0, 0);
      show().focus({ preventScroll: true });
    },
    refresh: () => void show(),
  };
  addEventListener('popstate', () => void show());
  document.addEventListener('click', (event) => followLink(event, router));
  show();
  return router;
};

const followLink = (event: MouseEvent, { go }: Router): void => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="?"]') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '?');
};
