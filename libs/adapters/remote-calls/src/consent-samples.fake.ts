import type { standaloneCalls } from '@kith/contracts';
import type { Umid } from '@kith/domain/identity';
import type { Samples } from './samples.fake.ts';

const umid = 'a0000000-0000-4000-8000-000000000000' as Umid;
const person = { name: 'customerId', value: '7' };

/** The calls of `kith consent`. */
export const consentSamples: Samples<typeof standaloneCalls>['consent'] = {
  history: {
    path: '/internal/consent/history',
    repeatable: true,
    input: { person, after: { umid, sequence: 4 }, limit: 5 },
    output: { kind: 'page', umid, entries: [{ umid, sequence: 3, entry: null }], next: null },
  },
  verify: {
    path: '/internal/consent/verify-one',
    repeatable: true,
    input: { person },
    output: { kind: 'broken', umid, sequence: 2, fault: 'tampered' },
  },
  verifyAll: {
    path: '/internal/consent/verify-all',
    repeatable: true,
    input: { after: null, limit: 5 },
    output: { profiles: 1, entries: 2, broken: [], next: umid },
  },
  verifyHeads: {
    path: '/internal/consent/verify-heads',
    repeatable: true,
    input: { after: '0ff', limit: 5 },
    output: {
      heads: 1,
      broken: [{ bucket: '1ff', fault: 'headsDiffer', heads: 1, tallied: 2 }],
      tallies: [{ bucket: '1ff', version: 3, mac: 'a1' }],
      next: null,
    },
  },
};
