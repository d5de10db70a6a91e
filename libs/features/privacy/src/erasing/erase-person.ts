import type { Profile } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { AccountRules } from '@kith/domain/pipeline';
import {
  Unavailable,
  type ErasureBeginning,
  type ErasureOrder,
  type ErasureOutcome,
  type Scope,
} from '@kith/ports';
import { findPerson } from '../consent/find-person.ts';
import { retryInTime } from '@kith/platform';
import { beginningOf, identifiersOfPerson } from './begin-erasure.ts';
import { carryOut } from './carry-out.ts';
import type { Erasing } from './erasing.ts';

/** What is kept of the time of a call for its answer, in milliseconds. */
const ANSWER_MS = 500;

/**
 * Erases a person: at one moment nobody can reach it any more, then everything is removed. A request for the same person
 * ends before that moment or begins after it.
 */
export const erasePerson = async (
  parts: Erasing,
  scope: Scope,
  rules: AccountRules,
  order: ErasureOrder,
): Promise<ErasureOutcome> => {
  const outcome = await retryInTime<ErasureOutcome>(scope.deadline, async () => {
    const profile = await findPerson(parts.profiles, scope, rules, order.person);
    if (profile === null) return { kind: 'unknown' };
    const beginning = await begin(parts, scope, rules, profile, order);
    return beginning === null ? null : carriedOut(parts, scope, beginning);
  });
  if (outcome !== null) return outcome;
  throw new Unavailable('store', 'requests of the same person were faster until the deadline');
};

/**
 * The edge is sent to the resolver for all umids of the person before anything is written: their marks outlive every
 * entry of its cache, also where this process does not get to say so afterwards. Null where a request was faster.
 */
const begin = async (
  { profiles, erasures, cache, keyring, clock }: Erasing,
  scope: Scope,
  rules: AccountRules,
  profile: Profile,
  { by, reason }: ErasureOrder,
): Promise<ErasureBeginning | null> => {
  const identifiers = await identifiersOfPerson(profiles, scope, profile);
  const about = { by, reason, at: clock() };
  const beginning = beginningOf(keyring.macs, rules, profile, identifiers, about);
  await Promise.all(umidsOfPerson(profile).map((umid) => cache.redirect(scope, umid)));
  return (await erasures.begin(scope, beginning)) === 'begun' ? beginning : null;
};

const carriedOut = async (
  parts: Erasing,
  { account, deadline }: Scope,
  { erasure }: ErasureBeginning,
): Promise<ErasureOutcome> => {
  const until = { remainingMs: () => deadline.remainingMs() - ANSWER_MS };
  const proof = await carryOut(parts, account, erasure, until);
  return proof === null ? { kind: 'underway', erasure: erasure.id } : { kind: 'erased', proof };
};
