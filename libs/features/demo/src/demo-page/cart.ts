import { productOf } from './products.ts';
import type { Product } from './products.ts';

/** A product and how many of it. */
export interface CartLine {
  readonly product: Product;
  readonly count: number;
}

/** What the visitor is about to order; it lives as long as the tab. */
export interface Cart {
  readonly lines: () => readonly CartLine[];
  /** In cents. */
  readonly total: () => number;
  readonly count: () => number;
  /** Adds so many of a product; fewer with a negative number. */
  readonly add: (product: Product, count: number) => void;
  readonly clear: () => void;
}

/** An empty cart; `changed` is told whenever it is another. */
export const createCart = (changed: (cart: Cart) => void): Cart => {
  const counts = new Map<string, number>();
  const lines = (): readonly CartLine[] =>
    [...counts].flatMap(([id, count]) => {
      const product = productOf(id);
      return product === undefined ? [] : [{ product, count }];
    });
  const cart: Cart = {
    lines,
    total: () => lines().reduce((sum, { product, count }) => sum + product.price * count, 0),
    count: () => lines().reduce((sum, { count }) => sum + count, 0),
    add: ({ id }, count) => {
      const next = (counts.get(id) ?? 0) + count;
      if (next > 0) counts.set(id, next);
      else counts.delete(id);
      changed(cart);
    },
    clear: () => {
      counts.clear();
      changed(cart);
    },
  };
  return cart;
};
