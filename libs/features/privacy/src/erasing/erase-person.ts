import { headsWithout, type ChangeEvent, type Identifier, type Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { NOTHING_ERASED, ownAmong, suppressionOf, umidsOfPerson, type Erasure } from '@kith/domain/privacy';
import { retryInTime } from '@kith/platform';
import {
  Unavailable,
  type ErasureStart,
  type ErasureOrder,
  type ErasureOutcome,
  type ProfileReader,
  type Scope,
} from '@kith/ports';
import { findPerson } from '../consent/find-person.ts';
import { carryOut, type ErasureDeps } from './carry-out.ts';

/** What is kept of the time of a call for its answer, in milliseconds. */
const ANSWER_MS = 500;

/**
 * Erases a person: at one moment nobody can reach it any more, then everything is removed. A request for the same person
 * ends before that moment or begins after it.
 */
export const erasePerson = async (
  deps: ErasureDeps,
  scope: Scope,
  rules: AccountRules,
  order: ErasureOrder,
): Promise<ErasureOutcome> => {
  const outcome = await retryInTime(scope.deadline, async () => {
    const profile = await findPerson(deps.profiles, scope, rules, order.person);
    if (profile === null) return { kind: 'unknown' } as const;
    const beginning = await begin(deps, scope, rules, { profile, order });
    return beginning === null ? null : carriedOut(deps, scope, beginning);
  });
  if (outcome !== null) return outcome;
  throw new Unavailable('store', 'requests of the same person were faster until the deadline');
};

/**
 * The edge is sent to the resolver for all umids of the person before anything is written: their marks outlive every
 * entry of its cache, also where this process does not get to say so afterwards. Null where a request was faster.
 */
const begin = async (
  deps: ErasureDeps,
  scope: Scope,
  rules: AccountRules,
  { profile, order }: { readonly profile: Profile; readonly order: ErasureOrder },
): Promise<ErasureStart | null> => {
  const identifiers = await identifiersOfPerson(deps.profiles, scope, profile);
  const beginning = beginningOf(deps, rules, { profile, identifiers, order });
  await deps.cache.tell(scope, { redirected: umidsOfPerson(profile) });
  return (await deps.erasures.begin(scope, beginning)) === 'begun' ? beginning : null;
};

const carriedOut = async (
  deps: ErasureDeps,
  { account, deadline }: Scope,
  { erasure }: ErasureStart,
): Promise<ErasureOutcome> => {
  const until = { remainingMs: () => deadline.remainingMs() - ANSWER_MS };
  const proof = await carryOut(deps, account, erasure, until);
  return proof === null ? { kind: 'underway', erasure: erasure.id } : { kind: 'erased', proof };
};

/** Whom an order erases: a living profile, with every identifier that is the person's. */
interface ErasedPerson {
  readonly profile: Profile;
  readonly identifiers: readonly Identifier[];
  readonly order: ErasureOrder;
}

/** Everything that makes the person of a living profile unreachable. */
const beginningOf = (
  { keyring: { macs }, clock, newErasureId }: ErasureDeps,
  rules: AccountRules,
  { profile, identifiers, order: { by, reason } }: ErasedPerson,
): ErasureStart => {
  const at = clock();
  const umids = umidsOfPerson(profile);
  const erasure: Erasure = {
    id: newErasureId(),
    umids,
    cleared: 0,
    at,
    by,
    reason,
    removed: NOTHING_ERASED,
  };
  const suppressions = [
    ...umids.map((umid) => suppressionOf(macs, rules.name, { kind: 'umid', umid }, at)),
    ...ownAmong(rules, identifiers).map(({ name, value }) =>
      suppressionOf(macs, rules.name, { kind: 'identifier', name, value }, at),
    ),
  ];
  return {
    erasure,
    version: profile.version,
    identifiers,
    suppressions,
    change: erasedChange(profile, at),
    heads: headsWithout(profile),
    tallies: [],
  };
};

/** For whoever has a copy: all umids of the person, and nothing else. */
const erasedChange = ({ umid, absorbed, version }: Profile, at: number): ChangeEvent => ({
  id: `${umid}:${version + 1}:erased:${at}:0`,
  type: 'profile.erased',
  umid,
  profileVersion: version + 1,
  at,
  detail: { absorbed },
});

/**
 * The identifiers of a person, present and former, and its `profileId`: without a former one that is somebody else's by
 * now.
 */
const identifiersOfPerson = async (
  profiles: ProfileReader,
  scope: Scope,
  { umid, profileId, identifiers, formerIdentifiers }: Profile,
): Promise<readonly Identifier[]> => {
  const former = formerIdentifiers.map(({ name, value }) => ({ name, value }));
  const { owners } =
    former.length === 0 ? { owners: [] } : await profiles.load(scope, { identifiers: former });
  const others = new Set(owners.filter(({ profile }) => profile.umid !== umid).map(textOf));
  const present = [...identifiers.map(({ name, value }) => ({ name, value })), profileIdentifier(profileId)];
  const all = [...present, ...former.filter((one) => !others.has(textOf(one)))];
  return [...new Map(all.map((one) => [textOf(one), one])).values()];
};

const profileIdentifier = (value: string): Identifier => ({ name: 'profileId', value });

const textOf = ({ name, value }: Identifier): string => JSON.stringify([name, value]);
