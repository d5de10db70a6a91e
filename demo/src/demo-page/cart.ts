import type { Kept } from './kept.ts';
import { productOf, type Product } from './products.ts';

/** A product and how many of it. */
export interface CartLine {
  readonly product: Product;
  readonly count: number;
}

/** What the visitor is about to order; it lives as long as the tab, reloads included. */
export interface Cart {
  readonly lines: () => readonly CartLine[];
  /** In cents. */
  readonly total: () => number;
  readonly count: () => number;
  /** Adds so many of a product; fewer with a negative number. */
  readonly add: (product: Product, count: number) => void;
  readonly clear: () => void;
}

/** How many of each product, by its id. */
export type Counts = readonly (readonly [id: string, count: number])[];

/** The cart as it was kept; `changed` is told of it now, and whenever it is another. */
export const createCart = (kept: Kept<Counts>, changed: (cart: Cart) => void): Cart => {
  const counts = new Map(kept.read());
  const lines = (): readonly CartLine[] =>
    [...counts].flatMap(([id, count]) => {
      const product = productOf(id);
      return product === undefined ? [] : [{ product, count }];
    });
  const keep = (): void => {
    kept.write([...counts]);
    changed(cart);
  };
  const cart: Cart = {
    lines,
    total: () => lines().reduce((sum, { product, count }) => sum + product.price * count, 0),
    count: () => lines().reduce((sum, { count }) => sum + count, 0),
    add: ({ id }, count) => {
      const next = (counts.get(id) ?? 0) + count;
      if (next > 0) counts.set(id, next);
      else counts.delete(id);
      keep();
    },
    clear: () => {
      counts.clear();
      keep();
    },
  };
  changed(cart);
  return cart;
};
