import { randomUUID } from 'node:crypto';
import type { ChangeEvent, Identifier, Macs, Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { NOTHING_ERASED, suppressionOf, umidsOfPerson, type Erasure, ownAmong } from '@kith/domain/privacy';
import type { ErasureBeginning, ErasureOrder, ProfileReader, Scope } from '@kith/ports';

/** Everything that makes the person of a living profile unreachable. */
export const beginningOf = (
  macs: Macs,
  rules: AccountRules,
  profile: Profile,
  identifiers: readonly Identifier[],
  { by, reason, at }: Pick<ErasureOrder, 'by' | 'reason'> & { readonly at: number },
): ErasureBeginning => {
  const umids = umidsOfPerson(profile);
  const erasure: Erasure = {
    id: randomUUID(),
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
  return { erasure, version: profile.version, identifiers, suppressions, change: erasedChange(profile, at) };
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
export const identifiersOfPerson = async (
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
