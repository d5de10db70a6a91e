import type { Cart } from './cart.ts';
import type { Child } from './element.ts';

/** What a view needs of the shop. */
export interface Shop {
  readonly cart: Cart;
  /** Goes to an address of the shop, such as `?view=cart`. */
  readonly go: (address: string) => void;
  /** Shows the view again, after the cart has changed. */
  readonly refresh: () => void;
}

/** A page of the shop: its title, and what stands below it. */
export interface View {
  readonly title: string;
  readonly content: readonly Child[];
}
