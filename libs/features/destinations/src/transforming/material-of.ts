import { attributeValues } from '@kith/domain/answer';
import { REMOVAL_TYPE } from '@kith/domain/destinations';
import type { DestinationRules, Given, Material, Occurrence } from '@kith/domain/destinations';
import type { Identifier, Profile, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ActivitySum } from '@kith/domain/tracking';

/** What happened, and to whom it is told. */
export interface Telling {
  readonly rules: Pick<DestinationRules, 'identifiers'>;
  readonly account: AccountRules;
  readonly profile: Profile;
  readonly activity: ActivitySum;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Something that happened to a person; a removal is made of what was given. */
export type Happening = Exclude<Occurrence, { readonly kind: 'removal' }>;

/** Under whose umid it happened. */
export const umidOf = (happening: Happening): Umid =>
  happening.kind === 'change' ? happening.change.umid : happening.event.umid;

/** As in the log. */
export const typeOf = (happening: Happening): string =>
  happening.kind === 'change' ? `kith.${happening.change.type}` : `kith.tracking.${happening.event.type}`;

/** The identifiers of a profile that may leave. */
export const identifiersFor = (
  { identifiers: allowed }: Pick<DestinationRules, 'identifiers'>,
  { identifiers }: Pick<Profile, 'identifiers'>,
): readonly Identifier[] =>
  identifiers.flatMap(({ name, value }) => (allowed.has(name) ? [{ name, value }] : []));

/** What the destination may know of something that happened, of the person as it is now. */
export const materialOf = (
  { rules, account, profile, activity, now }: Telling,
  happening: Happening,
): Material => ({
  ...(happening.kind === 'change'
    ? { id: happening.change.id, at: happening.change.at, data: detailOf(happening.change) }
    : { id: happening.event.id, at: happening.event.time, data: happening.event.properties }),
  type: typeOf(happening),
  account: account.name,
  subject: umidOf(happening),
  umid: profile.umid,
  profileId: profile.profileId,
  identifiers: identifiersFor(rules, profile),
  permissions: decided(account, profile),
  attributes: attributeValues({ account, profile, activity, now }),
});

/** A conflict names somebody else's umid, and others' devices are nobody's business. */
const detailOf = ({
  type,
  detail,
}: Extract<Happening, { readonly kind: 'change' }>['change']): Material['data'] => {
  if (type !== 'profile.conflict' && type !== 'profile.switched') return detail;
  const { with: _with, from: _from, ...own } = detail;
  return own;
};

/** The permissions of the configuration that were decided. */
const decided = (
  { permissions: known }: AccountRules,
  { permissions }: Profile,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(permissions).flatMap(([name, { granted }]) => (known.has(name) ? [[name, granted]] : [])),
  );

/** Names what the receiver knows the person by, although the profile may be gone. */
export const materialOfRemoval = (account: AccountRules, given: Given, id: string, at: number): Material => ({
  id,
  type: REMOVAL_TYPE,
  at,
  account: account.name,
  subject: given.umid,
  umid: given.umid,
  profileId: given.profileId,
  identifiers: given.identifiers,
  permissions: {},
  attributes: {},
  data: {},
});
