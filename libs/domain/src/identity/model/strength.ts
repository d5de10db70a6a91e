import type { AccountRules, IdentifierKind } from '../../pipeline/account-rules.ts';
import type { Device, IdentificationType, Identifier, Profile, ProfileState } from './profile.ts';

/** The cookie's type that an identifier of a kind brings: a device identifier makes nobody a customer. */
export const typeOfKind = (kind: IdentifierKind): IdentificationType => {
  switch (kind) {
    case 'login':
      return 1;
    case 'network':
      return 2;
    case 'device':
      return 0;
  }
};

/** The type that a name brings; one that left the configuration counts as a device identifier. */
export const typeOfName = ({ identifiers }: AccountRules, name: string): IdentificationType =>
  typeOfKind(identifiers.get(name)?.kind ?? 'device');

const STRENGTH: Readonly<Record<IdentificationType, number>> = { 0: 0, 2: 1, 1: 2 };

/** Login beats network beats device (docs/behaviour.md#strength). */
export const isWeaker = (a: IdentificationType, b: IdentificationType): boolean => STRENGTH[a] < STRENGTH[b];

/** Orders the weaker first. */
export const byStrength = (a: IdentificationType, b: IdentificationType): number => STRENGTH[a] - STRENGTH[b];

export const stronger = (a: IdentificationType, b: IdentificationType): IdentificationType =>
  isWeaker(a, b) ? b : a;

/** The type of the strongest of some identifiers; 0 where there are none. */
export const strongestOf = (account: AccountRules, identifiers: readonly Identifier[]): IdentificationType =>
  identifiers.reduce<IdentificationType>(
    (strongest, { name }) => stronger(strongest, typeOfName(account, name)),
    0,
  );

/**
 * How the device knows its profile, which is the digit of its cookie: by the strongest identifier that identified
 * the profile here; where there is none, by the strongest of the profile; a visitor not at all.
 */
export const identificationType = (
  account: AccountRules,
  device: Pick<Device, 'identifiedBy'> | null,
  profile: Profile,
): IdentificationType =>
  typeHere(profile.state, device?.identifiedBy ?? 0, strongestOf(account, profile.identifiers));

/** The same, where what identified the profile on the device and the strongest of the profile are known already. */
export const typeHere = (
  state: ProfileState,
  identifiedBy: IdentificationType,
  strongest: IdentificationType,
): IdentificationType => {
  if (state === 'visitor') return 0;
  return identifiedBy === 0 ? strongest : identifiedBy;
};
