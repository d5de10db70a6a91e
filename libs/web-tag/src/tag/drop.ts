import { emit } from './on.ts';

/** Tells the page what is not sent, and never will be: each element, and each entry of a data layer, by itself. */
export const drop = (what: unknown): void => emit('kith:dropped', what);
