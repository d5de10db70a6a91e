import { report } from '../draft.ts';
import type { Draft } from '../draft.ts';
import type { Profile } from '../profile.ts';
import type { Claim } from '../situation.ts';

/** A conflict is left alone and reported: a neighbour's Wi-Fi is no login. */
export const reportConflict = (draft: Draft, kept: Profile, claim: Claim): void =>
  report(draft, 'profile.conflict', kept.umid, { identifier: claim.name, with: claim.owner?.umid ?? null });
