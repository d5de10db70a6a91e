import { decide } from '../decide.ts';
import type { Decision } from '../decide.ts';
import { findProfile } from '../find-profile.ts';
import type { Claim, Situation } from '../situation.ts';
import { withoutDrawn } from './drawn-umid.ts';
import { explainChanges } from './explain-changes.ts';
import type { Explanation, IdentifierRole, MatchedIdentifier } from './explanation.ts';

/** Decides a request without committing anything, and tells how the decision came about. */
export const explain = (given: Situation): Explanation => {
  // Nothing is written, so nothing is sealed either: a seal is only for what stands in a chain.
  const situation: Situation = { ...given, seal: () => '' };
  const decision = decide(situation);
  const matched = situation.claims.map((claim) => matchedAs(situation, decision, claim));
  return {
    row: decision.row,
    umid: withoutDrawn(situation, decision.profile.umid),
    state: decision.profile.state,
    type: decision.type,
    matched,
    changes: explainChanges(situation, decision),
    conflicts: matched
      .filter(({ role }) => role === 'conflict')
      .map(({ name, value, umid }) => ({ name, value, umid })),
  };
};

const matchedAs = (situation: Situation, decision: Decision, claim: Claim): MatchedIdentifier => {
  const { name, value, owner } = claim;
  return { name, value, umid: owner?.umid ?? null, role: roleOf(situation, decision, claim) };
};

const roleOf = (situation: Situation, { row, profile }: Decision, claim: Claim): IdentifierRole => {
  if (row === 'retried' || isMeaningless(situation, claim)) return 'none';
  const { name, value, owner } = claim;
  const isHeld = profile.identifiers.some((held) => held.name === name && held.value === value);
  const isOfProfile = owner !== null && [profile.umid, ...profile.absorbed].includes(owner.umid);
  if (isOfProfile && isDeciding(situation, claim)) return 'decided';
  return isHeld || (isOfProfile && name === 'profileId') ? 'joined' : 'conflict';
};

/** A name that is not configured, or a `profileId` that nobody has. */
const isMeaningless = ({ account }: Situation, { name, owner }: Claim): boolean =>
  name === 'profileId' ? owner === null : !account.identifiers.has(name);

const isDeciding = (situation: Situation, { name, value }: Claim): boolean => {
  const first = findProfile(situation)?.by[0];
  return first?.name === name && first.value === value;
};
