import { NOTHING_ERASED, type AuditEntry, type Erasure, type Suppression } from '@kith/domain/privacy';
import { headsWithout, type Profile } from '@kith/domain/identity';
import type { ErasureStart } from '@kith/ports';
import { aChange, BUILT_AT } from './identity.ts';
import { randomName, randomUmid } from './ids.ts';

export const anErasure = (members: Partial<Erasure> = {}): Erasure => ({
  id: randomName('erasure'),
  umids: [randomUmid()],
  cleared: 0,
  at: BUILT_AT,
  by: 'admin@host',
  reason: 'ticket 1',
  removed: NOTHING_ERASED,
  ...members,
});

/** What makes the person of a profile unreachable. */
export const aBeginning = (profile: Profile, members: Partial<ErasureStart> = {}): ErasureStart => ({
  erasure: anErasure({ umids: [profile.umid, ...profile.absorbed] }),
  version: profile.version,
  identifiers: profile.identifiers.map(({ name, value }) => ({ name, value })),
  suppressions: [aSuppression()],
  change: aChange({ umid: profile.umid, type: 'profile.erased' }),
  heads: headsWithout(profile),
  tallies: [],
  ...members,
});

export const aSuppression = (members: Partial<Suppression> = {}): Suppression => ({
  key: randomName('key'),
  at: BUILT_AT,
  ...members,
});

export const anAuditEntry = (sequence: number, members: Partial<AuditEntry> = {}): AuditEntry => ({
  sequence,
  at: BUILT_AT,
  act: 'erase',
  by: 'admin@host',
  reason: 'ticket 1',
  detail: { 'a.b': { $set: 1 } },
  mac: `mac of ${sequence}`,
  ...members,
});
