import { attributeValues } from '@kith/domain/answer';
import {
  REMOVAL_TYPE,
  type DeliveryContent,
  type DestinationRules,
  type LoggedOccurrence,
  type SharedRecord,
} from '@kith/domain/destinations';
import type { Identifier, Profile, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ActivitySum } from '@kith/domain/tracking';

/** The person to whom it happened, and what of it may be told. */
export interface ContentDeps {
  readonly rules: Pick<DestinationRules, 'identifiers'>;
  readonly account: AccountRules;
  readonly profile: Profile;
  readonly activity: ActivitySum;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Under whose umid it happened. */
export const umidOf = (occurrence: LoggedOccurrence): Umid =>
  occurrence.kind === 'change' ? occurrence.change.umid : occurrence.event.umid;

/** As in the log. */
export const typeOf = (occurrence: LoggedOccurrence): string =>
  occurrence.kind === 'change' ? `kith.${occurrence.change.type}` : `kith.tracking.${occurrence.event.type}`;

/** The identifiers of a profile that may leave. */
export const identifiersFor = (
  { identifiers: allowed }: Pick<DestinationRules, 'identifiers'>,
  { identifiers }: Pick<Profile, 'identifiers'>,
): readonly Identifier[] =>
  identifiers.flatMap(({ name, value }) => (allowed.has(name) ? [{ name, value }] : []));

/** What the destination may know of something that happened, of the person as it is now. */
export const contentOf = (
  { rules, account, profile, activity, now }: ContentDeps,
  occurrence: LoggedOccurrence,
): DeliveryContent => ({
  ...(occurrence.kind === 'change'
    ? { id: occurrence.change.id, at: occurrence.change.at, data: detailOf(occurrence.change) }
    : { id: occurrence.event.id, at: occurrence.event.time, data: occurrence.event.properties }),
  type: typeOf(occurrence),
  account: account.name,
  subject: umidOf(occurrence),
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
}: Extract<LoggedOccurrence, { readonly kind: 'change' }>['change']): DeliveryContent['data'] => {
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
export const removalContent = (
  account: AccountRules,
  shared: SharedRecord,
  id: string,
  at: number,
): DeliveryContent => ({
  id,
  type: REMOVAL_TYPE,
  at,
  account: account.name,
  subject: shared.umid,
  umid: shared.umid,
  profileId: shared.profileId,
  identifiers: shared.identifiers,
  permissions: {},
  attributes: {},
  data: {},
});
