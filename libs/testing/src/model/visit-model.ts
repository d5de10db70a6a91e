import type { Identifier } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ModelAnswer, ModelRequest } from './model-request.ts';
import { joinIdentifier } from './join-model.ts';
import {
  ownerOf,
  profileOf,
  typeOn,
  type Model,
  type ModelDevice,
  type ModelProfile,
} from './model-state.ts';
import { bind, decidePermissions, isRetry, rememberKey, settleHere } from './model-writes.ts';
import { settleModel } from './settle-model.ts';

/**
 * One request, in the words of docs/behaviour.md#3-identity: the first identifier that finds a profile decides by the
 * table, the others join by it, then consent is recorded. Written from the text, to be compared with the resolver.
 */
export const visitModel = (model: Model, rules: AccountRules, request: ModelRequest): ModelAnswer => {
  const known = model.devices.get(request.umdid);
  if (known !== undefined && isRetry(known, request.retryKey, request.now)) {
    return answerOf(rules, known, profileOf(model, known.bound));
  }
  const identifiers = request.identifiers.filter(
    (one) => one.name !== 'profileId' || isKnown(model, rules, one),
  );
  if (known !== undefined) settleHere(model, known);
  const device = known ?? newDevice(request);
  const settled = settleModel({ model, rules, request, device, identifiers, isKnown: known !== undefined });
  bind(model, device, settled.umid);
  model.devices.set(request.umdid, device);
  for (const identifier of identifiers.filter(({ name }) => name !== 'profileId')) {
    joinIdentifier({ model, rules, request, device, identifiers }, identifier);
  }
  const profile = profileOf(model, device.bound);
  decidePermissions(profile, request.permissions, request.now);
  rememberKey(device, request.retryKey, request.now);
  return answerOf(rules, device, profile);
};

const isKnown = (model: Model, rules: AccountRules, identifier: Identifier): boolean =>
  ownerOf(model, rules, identifier) !== null;

const newDevice = ({ firstUmid }: ModelRequest): ModelDevice => ({
  bound: firstUmid,
  known: new Map(),
  keys: [],
});

const answerOf = (rules: AccountRules, device: ModelDevice, profile: ModelProfile): ModelAnswer => ({
  umid: profile.umid,
  state: profile.customer ? 'customer' : 'visitor',
  type: typeOn(rules, device, profile),
  ...contentOf(profile),
});

/** What a profile holds, in an order that does not depend on how it was kept. */
export const contentOf = (
  profile: ModelProfile,
): Pick<ModelAnswer, 'identifiers' | 'permissions' | 'absorbed'> => ({
  identifiers: profile.held.map(({ name, value }) => `${name}=${value}`).toSorted(),
  permissions: Object.fromEntries([...profile.permissions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  absorbed: profile.absorbed.toSorted(),
});
