import type { Profile, Umid } from '@kith/domain/identity';
import { expiryNotes, umidsOfPerson, type Suppression } from '@kith/domain/privacy';
import { type Scope, chainEntries } from '@kith/ports';
import type { Expiring } from './expiring.ts';

type Noting = Pick<Expiring, 'consentHistory' | 'keyring'>;

/**
 * What to note of a visitor whom the chain of somebody else may name: whoever was part of a merge that was undone says so
 * in a chain of its own. Of others, who are nearly all, nothing is noted.
 */
export const expiryNotesOf = async (
  parts: Noting,
  scope: Scope,
  profile: Profile,
  now: number,
): Promise<readonly Suppression[]> => {
  if (profile.consentHead === null && profile.absorbed.length === 0) return [];
  const umids = umidsOfPerson(profile);
  // Whoever wrote the entries may have had another clock.
  const at = Math.max(now, profile.changedAt);
  for (const umid of umids) {
    if (!(await cameApart(parts, scope, umid))) continue;
    return umids.flatMap((one) => expiryNotes(parts.keyring.macs, scope.account, one, at));
  }
  return [];
};

const cameApart = async ({ consentHistory }: Noting, scope: Scope, umid: Umid): Promise<boolean> => {
  for await (const { entry } of chainEntries(consentHistory, scope, umid, { order: 'newestFirst' })) {
    if (entry === null || entry.fact.kind === 'unmerge') return true;
  }
  return false;
};
