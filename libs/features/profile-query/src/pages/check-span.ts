import { badInput } from './bad-input.ts';

/**
 * A span of time, from one moment on and before another: one that ends before it begins is `BAD_USER_INPUT`, one that
 * ends where it begins holds nothing.
 */
export const checkSpan = (from: number | null | undefined, to: number | null | undefined): void => {
  if (typeof from === 'number' && typeof to === 'number' && to < from) {
    throw badInput('to must not lie before from.');
  }
};
