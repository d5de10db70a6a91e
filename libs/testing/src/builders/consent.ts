import type { ConsentEntry } from '@kith/domain/consent';
import { randomName, randomUmid } from './ids.ts';
import { BUILT_AT } from './identity.ts';

/** The first entry of a consent history. */
export const aConsentEntry = (members: Partial<ConsentEntry> = {}): ConsentEntry => ({
  umid: randomUmid(),
  sequence: 1,
  at: BUILT_AT,
  source: 'web',
  fact: { kind: 'permission', name: 'CS-OPT', granted: true, identified: false, shownWith: [] },
  mac: randomName('mac'),
  ...members,
});
