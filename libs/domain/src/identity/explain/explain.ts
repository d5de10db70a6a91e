import { decide, type Decision } from '../decide/decide.ts';
import { findProfile } from '../rules/find-profile.ts';
import { RETRIED } from '../rules/identity-rules.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import { explainChanges, withoutDrawn } from './explain-changes.ts';
import type { Explanation, IdentifierRole, MatchedIdentifier } from './explanation.ts';

/** Decides a request without committing anything, and tells how the decision came about. */
export const explain = (given: DecisionInput): Explanation => {
  // Nothing is written, so nothing is sealed either: a seal is only for what stands in a chain.
  const input: DecisionInput = { ...given, seal: () => '' };
  const decision = decide(input);
  const matched = input.claims.map((claim) => matchedAs(input, decision, claim));
  return {
    row: decision.row,
    umid: withoutDrawn(input, decision.profile.umid),
    state: decision.profile.state,
    type: decision.type,
    matched,
    changes: explainChanges(input, decision),
    conflicts: matched
      .filter(({ role }) => role === 'conflict')
      .map(({ name, value, umid }) => ({ name, value, umid })),
  };
};

const matchedAs = (input: DecisionInput, decision: Decision, claim: Claim): MatchedIdentifier => {
  const { name, value, owner } = claim;
  return { name, value, umid: owner?.umid ?? null, role: roleOf(input, decision, claim) };
};

const roleOf = (input: DecisionInput, { row, profile }: Decision, claim: Claim): IdentifierRole => {
  if (row === RETRIED.row || isMeaningless(input, claim)) return 'none';
  const { name, value, owner } = claim;
  const isHeld = profile.identifiers.some((held) => held.name === name && held.value === value);
  const isOfProfile = owner !== null && [profile.umid, ...profile.absorbed].includes(owner.umid);
  if (isOfProfile && isDeciding(input, claim)) return 'decided';
  return isHeld || (isOfProfile && name === 'profileId') ? 'joined' : 'conflict';
};

/** A name that is not configured, or a `profileId` that nobody has. */
const isMeaningless = ({ account }: DecisionInput, { name, owner }: Claim): boolean =>
  name === 'profileId' ? owner === null : !account.identifiers.has(name);

const isDeciding = (input: DecisionInput, { name, value }: Claim): boolean => {
  const first = findProfile(input)?.by[0];
  return first?.name === name && first.value === value;
};
