import { boundTo, type Profile, type ProfileId, type Umdid, type Umid } from '@kith/domain/identity';
import type { ProfileStore, Scope } from '@kith/ports';
import type { ModelRequest } from '../model/model-request.ts';
import { emptyModel, type Model, type ModelProfile } from '../model/model-state.ts';

/**
 * The model as a store has it. What an unmerge leaves where is told by the domain's own tests; a history goes on from
 * there, and checks what must be so after any step.
 */
export const adoptStore = async (
  store: ProfileStore,
  scope: Scope,
  asked: readonly ModelRequest[],
  answered: readonly Umid[],
): Promise<Model> => {
  const model = emptyModel();
  const umids = asked.flatMap(({ firstUmid, newUmid }) => [firstUmid, newUmid]);
  for (const umid of new Set([...umids, ...answered])) {
    await adoptUmid(model, store, scope, umid);
  }
  for (const umdid of new Set(asked.map((request) => request.umdid))) {
    await adoptDevice(model, store, scope, umdid);
  }
  for (const value of asked.flatMap(({ newProfileIds }) => newProfileIds)) {
    await adoptProfileId(model, store, scope, value);
  }
  return model;
};

const adoptUmid = async (model: Model, store: ProfileStore, scope: Scope, umid: Umid): Promise<void> => {
  const stored = await store.stored(scope, umid);
  if (stored === null) return;
  if (stored.kind === 'redirect') return void model.redirects.set(umid, stored.to);
  model.profiles.set(umid, adopted(stored));
  model.merges.set(
    umid,
    (stored.merges ?? []).map((mark) => mark.umid),
  );
};

const adopted = (profile: Profile): ModelProfile => ({
  umid: profile.umid,
  createdAt: profile.createdAt,
  customer: profile.state === 'customer',
  held: profile.identifiers.map(({ name, value, lastSeen }) => ({ name, value, lastSeen })),
  permissions: new Map(
    Object.entries(profile.permissions).map(([name, { granted, modifiedAt }]) => [
      name,
      { granted, at: modifiedAt },
    ]),
  ),
  absorbed: [...profile.absorbed],
});

const adoptDevice = async (model: Model, store: ProfileStore, scope: Scope, umdid: Umdid): Promise<void> => {
  const { device, current } = await store.load(scope, { umdid });
  if (device === null || current === null) return;
  const stops = [...(device.trail ?? []), { umid: device.umid, identifiedBy: device.identifiedBy }];
  const known = new Map(stops.map(({ umid, identifiedBy }) => [umid, identifiedBy]));
  const keys = device.retryKeys.map(({ hash, at }) => ({ key: hash, at }));
  model.devices.set(umdid, { bound: boundTo(device), known, keys });
};

const adoptProfileId = async (
  model: Model,
  store: ProfileStore,
  scope: Scope,
  value: ProfileId,
): Promise<void> => {
  const { owners } = await store.load(scope, { identifiers: [{ name: 'profileId', value }] });
  for (const { storedUmid } of owners) model.profileIds.set(value, storedUmid);
};
