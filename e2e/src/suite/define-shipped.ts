import { describe } from 'vitest';
import { defineOnePersonEach } from '../identity/define-one-person-each.ts';
import { defineCors } from '../info/define-cors.ts';
import { defineFormsOfRequest } from '../info/define-forms-of-request.ts';
import type { Kith } from '../kit/kith.ts';

/** What a Kith with the shipped configuration does, in one process or in several. */
export const defineShipped = (title: string, kith: () => Kith): void => {
  describe(title, () => {
    for (const define of [defineFormsOfRequest, defineCors, defineOnePersonEach]) define(kith);
  });
};
