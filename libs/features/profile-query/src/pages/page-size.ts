import { badInput } from './bad-input.ts';

/** How many items a list brings where nobody says, and at most; the schema's descriptions say the same. */
export interface PageLimits {
  readonly standard: number;
  readonly most: number;
}

export const PERSONS: PageLimits = { standard: 25, most: 500 };
export const EVENTS: PageLimits = { standard: 25, most: 1_000 };
export const CONSENT: PageLimits = { standard: 25, most: 1_000 };
export const DEVICES: PageLimits = { standard: 25, most: 1_000 };
export const MERGED: PageLimits = { standard: 100, most: 1_000 };
/** Names of attributes that are asked for at once. */
export const NAMES = 100;

/** How many items are wanted; fewer than none, or more than there may be, are `BAD_USER_INPUT`. */
export const pageSize = ({ standard, most }: PageLimits, first: number | null | undefined): number => {
  const size = first ?? standard;
  if (size < 0 || size > most) throw badInput(`first must be from 0 to ${most}; it is ${size}.`);
  return size;
};
