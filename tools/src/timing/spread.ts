import { median } from '../bench/summarise.ts';

/** How long something took, of several times. */
export interface Spread {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** The spread of some figures, of which there is one at least. */
export const spreadOf = (figures: readonly number[]): Spread => ({
  least: Math.min(...figures),
  median: median(figures),
  most: Math.max(...figures),
});
