import { appendFacts, carriedDecision } from '../../consent/record-consent.ts';
import { isSameState } from '../../consent/consent.ts';
import type { ConsentFact } from '../../consent/consent.ts';
import { latestAcknowledgements, newestAcknowledgements } from '../../consent/merge-acknowledgements.ts';
import { mergePermissions } from '../../consent/merge-permissions.ts';
import { attributesMember, attributesOf, latestAttributes } from '../attributes.ts';
import { consentOrigin } from '../consent.ts';
import { makeRoom, release } from '../attach.ts';
import { followMerge } from '../device.ts';
import { change, profileIn, report } from '../draft.ts';
import type { Draft } from '../draft.ts';
import type { Umid } from '../ids.ts';
import { newestFormer } from '../newest-former.ts';
import type { FormerIdentifier, Profile } from '../profile.ts';
import { leaveRedirect } from './leave-redirect.ts';
import { mergeIdentifiers } from './merge-identifiers.ts';

/**
 * Merges one profile into another. The loser's umid becomes a redirect that holds what undoing the merge needs; its
 * events, identifiers and devices stay where they are and are read through the redirect, so that a merge costs the
 * same for any history (docs/behaviour.md#merging).
 */
export const merge = (draft: Draft, loserUmid: Umid, survivorUmid: Umid): void => {
  const loser = profileIn(draft, loserUmid);
  const survivor = profileIn(draft, survivorUmid);
  if (loser.umid === survivor.umid) return;
  change(draft, survivor.umid, unite(draft, loser, survivor));
  appendMerge(draft, loser, survivor);
  report(draft, 'profile.merged', survivor.umid, {
    absorbed: [loser.umid, ...loser.absorbed],
    everAbsorbed: profileIn(draft, survivor.umid).absorbed,
  });
  makeRoom(draft, survivor.umid);
  leaveRedirect(draft, loser, survivor);
  if (draft.device?.umid === loser.umid) followMerge(draft, survivor.umid);
  if (draft.target === loser.umid) draft.target = survivor.umid;
};

const unite = (draft: Draft, loser: Profile, survivor: Profile): Partial<Profile> => {
  const { account, now } = draft.situation;
  const { held, displaced } = mergeIdentifiers(account, survivor.identifiers, loser.identifiers);
  for (const one of displaced) {
    release(draft, survivor, one);
    release(draft, loser, one);
  }
  const former = displaced.map((one): FormerIdentifier => ({ ...one, until: now, reason: 'replaced' }));
  return {
    state: loser.state === 'customer' ? 'customer' : survivor.state,
    identifiers: held,
    formerIdentifiers: newestFormer([...survivor.formerIdentifiers, ...loser.formerIdentifiers, ...former]),
    permissions: mergePermissions(account.mergePermissions, survivor.permissions, loser.permissions),
    acknowledged: latestAcknowledgements(survivor.acknowledged, loser.acknowledged),
    recentAcknowledgements: newestAcknowledgements(
      survivor.recentAcknowledgements,
      loser.recentAcknowledgements,
    ),
    absorbed: [...survivor.absorbed, loser.umid, ...loser.absorbed],
    lastSeenAt: Math.max(survivor.lastSeenAt, loser.lastSeenAt),
    ...attributesMember(latestAttributes(attributesOf(survivor), attributesOf(loser))),
  };
};

/** The survivor's chain takes in the head of the loser's, and every permission that the merge changed. */
const appendMerge = (draft: Draft, loser: Profile, survivor: Profile): void => {
  const merged = profileIn(draft, survivor.umid);
  const changed = Object.entries(merged.permissions).filter(
    ([name, state]) => !isSameState(survivor.permissions[name], state),
  );
  const facts: ConsentFact[] = [
    { kind: 'merge', loser: loser.umid, loserHead: loser.consentHead },
    ...changed.map(([name, state]) => carriedDecision(name, state)),
  ];
  const { record, entries } = appendFacts(merged, facts, consentOrigin(draft, survivor.umid, 'merge'));
  change(draft, survivor.umid, record);
  draft.consent.push(...entries);
};
