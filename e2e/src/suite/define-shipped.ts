import { describe } from 'vitest';
import { defineOnePersonEach } from '../identity/define-one-person-each.ts';
import { defineCors } from '../info/define-cors.ts';
import { defineFormsOfRequest } from '../info/define-forms-of-request.ts';
import type { KithHome } from '../kit/kith.ts';
import { useKith } from '../kit/use-kith.ts';

/** What a Kith with the shipped configuration does, in one process or in several. */
export const defineShipped = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    const kith = useKith(newHome);
    for (const define of [defineFormsOfRequest, defineCors, defineOnePersonEach]) define(kith);
  });
};
