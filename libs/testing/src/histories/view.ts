import {
  identificationType,
  settleDevice,
  type Identifier,
  type IdentificationType,
  type Profile,
  type ProfileId,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileStore, Scope } from '@kith/ports';
import {
  livingUmid,
  ownerOf,
  profileOf,
  typeOn,
  type Model,
  type ModelProfile,
} from '../model/model-state.ts';
import type { ModelAnswer } from '../model/model-request.ts';
import { contentOf } from '../model/visit-model.ts';

/** The keys that a history has used. */
export interface UsedKeys {
  readonly umdids: readonly Umdid[];
  /** Every umid that was ever answered. */
  readonly umids: readonly Umid[];
  readonly identifiers: readonly Identifier[];
}

/** What keys lead to: the same for a store and for a model that agree. */
export interface View {
  readonly devices: Readonly<
    Record<string, { readonly umid: Umid; readonly type: IdentificationType } | null>
  >;
  readonly umids: Readonly<Record<string, Umid | null>>;
  readonly owners: Readonly<Record<string, Umid | null>>;
  readonly profiles: Readonly<Record<string, ViewedProfile>>;
}

export type ViewedProfile = Pick<ModelAnswer, 'state' | 'identifiers' | 'permissions' | 'absorbed'> & {
  readonly createdAt: number;
};

const recordOf = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries);
const keyOf = ({ name, value }: Identifier): string => `${name}=${value}`;

export const viewOfModel = (model: Model, rules: AccountRules, used: UsedKeys): View => ({
  devices: recordOf(
    used.umdids.map((umdid) => {
      const device = model.devices.get(umdid);
      if (device === undefined) return [umdid, null];
      const profile = profileOf(model, device.bound);
      return [umdid, { umid: profile.umid, type: typeOn(rules, device, profile) }];
    }),
  ),
  umids: recordOf(
    used.umids.map((umid) => [
      umid,
      model.profiles.has(livingUmid(model, umid)) ? livingUmid(model, umid) : null,
    ]),
  ),
  owners: recordOf(used.identifiers.map((one) => [keyOf(one), ownerOf(model, rules, one)?.umid ?? null])),
  profiles: recordOf(
    used.umids.map((umid) => profileOf(model, umid)).map((profile) => [profile.umid, viewedModel(profile)]),
  ),
});

const viewedModel = (profile: ModelProfile): ViewedProfile => ({
  state: profile.customer ? 'customer' : 'visitor',
  createdAt: profile.createdAt,
  ...contentOf(profile),
});

/** One look at a store with all keys, through the port alone. */
export const viewOfStore = async (
  store: ProfileStore,
  scope: Scope,
  rules: AccountRules,
  used: UsedKeys,
): Promise<View> => {
  const { profiles, owners } = await store.load(scope, {
    umids: used.umids,
    identifiers: ownable(rules, used),
  });
  const devices = await Promise.all(
    used.umdids.map(async (umdid) => [umdid, await deviceIn(store, scope, rules, umdid)] as const),
  );
  return {
    devices: recordOf(devices),
    umids: recordOf(
      used.umids.map((umid) => [umid, profiles.find((one) => one.umid === umid)?.profile.umid ?? null]),
    ),
    owners: recordOf(
      used.identifiers.map((identifier) => [
        keyOf(identifier),
        owners.find((one) => keyOf(one) === keyOf(identifier))?.profile.umid ?? null,
      ]),
    ),
    profiles: recordOf(profiles.map(({ profile }) => [profile.umid, viewedProfile(profile)])),
  };
};

const ownable = (rules: AccountRules, { identifiers }: UsedKeys): readonly Identifier[] =>
  identifiers.filter(({ name }) => rules.identifiers.get(name)?.shared !== true);

const deviceIn = async (store: ProfileStore, scope: Scope, rules: AccountRules, umdid: Umdid) => {
  const { device, current } = await store.load(scope, { umdid });
  if (device === null || current === null) return null;
  return { umid: current.umid, type: identificationType(rules, settleDevice(device, current), current) };
};

const viewedProfile = (profile: Profile): ViewedProfile => ({
  state: profile.state,
  createdAt: profile.createdAt,
  identifiers: profile.identifiers.map(keyOf).toSorted(),
  permissions: recordOf(
    Object.entries(profile.permissions)
      .map(([name, { granted, modifiedAt }]) => [name, { granted, at: modifiedAt }] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
  absorbed: profile.absorbed.toSorted(),
});

/** Everything that some step may have brought. */
export const usedBy = (
  requests: readonly {
    readonly umdid: Umdid;
    readonly identifiers: readonly Identifier[];
    readonly newProfileIds: readonly ProfileId[];
  }[],
  answered: Iterable<Umid>,
): UsedKeys => {
  const identifiers = new Map<string, Identifier>();
  for (const { identifiers: named, newProfileIds } of requests) {
    const keys = newProfileIds.map((value): Identifier => ({ name: 'profileId', value }));
    for (const one of [...named, ...keys]) identifiers.set(keyOf(one), one);
  }
  return {
    umdids: [...new Set(requests.map(({ umdid }) => umdid))],
    umids: [...new Set(answered)],
    identifiers: [...identifiers.values()],
  };
};
