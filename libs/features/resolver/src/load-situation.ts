import { sealWith } from '@kith/domain/consent';
import {
  deriveFirstUmid,
  type Claim,
  type Identifier,
  type Mac,
  type Macs,
  type ProfileId,
  type DecisionInput,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Loaded, ProfileStore, ResolveCall, Scope } from '@kith/ports';
import { askErased, type ErasedAmong, ownAmong } from '@kith/domain/privacy';

/** What it takes to say what a call is decided from. */
export interface Situating {
  readonly store: ProfileStore;
  readonly mac: Mac;
  /** One MAC per accepted secret: what an erasure has suppressed is known by any of them. */
  readonly macs: Macs;
  readonly newUmid: () => Umid;
  readonly newUmdid: () => Umdid;
  readonly newProfileId: () => ProfileId;
}

/** Everything that a call is decided from, in one look at the store. */
export const loadSituation = async (
  parts: Situating,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<DecisionInput> => {
  const firstUmid = deriveFirstUmid(parts.mac, account.name, call.umdid);
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const own = ownAmong(account, call.identifiers);
  const question = askErased(parts.macs, account.name, {
    umids: [firstUmid],
    umdids: [call.umdid],
    identifiers: own,
  });
  const loaded = await parts.store.load(scope, {
    umdid: call.umdid,
    umids: call.freshDevice ? [] : [firstUmid],
    identifiers: own,
    shared: call.identifiers.filter(isShared),
    suppressions: question.keys,
  });
  const erased = question.among(loaded.suppressions ?? []);
  const taken = withoutErasedIdentifiers(call, own, erased);
  if (!isErasedDevice(call.umdid, firstUmid, loaded, erased)) {
    return situationOf(parts, taken, account, firstUmid, loaded);
  }
  const anew = asNewDevice(taken, parts.newUmdid());
  const itsUmid = deriveFirstUmid(parts.mac, account.name, anew.umdid);
  return situationOf(parts, anew, account, itsUmid, { ...loaded, device: null, current: null });
};

/**
 * What is older than the erasure brings nobody back; who comes later starts afresh (docs/behaviour.md#erasure). What is
 * shared goes with them: such a call tells of the erased person's part in it.
 */
const withoutErasedIdentifiers = (
  call: ResolveCall,
  own: readonly Identifier[],
  { hasIdentifier }: ErasedAmong,
): ResolveCall => {
  const left = own.filter((identifier) => !hasIdentifier(identifier, call.receivedAt));
  return left.length === own.length ? call : { ...call, identifiers: left };
};

/** A device that leads nowhere belongs to an erasure that is under way. */
const isErasedDevice = (
  umdid: Umdid,
  firstUmid: Umid,
  { device, current }: Loaded,
  { hasUmdid, hasUmid }: ErasedAmong,
): boolean =>
  hasUmdid(umdid) || (device === null && hasUmid(firstUmid)) || (device !== null && current === null);

/**
 * A suppressed umdid never comes back, so the device gets another one, and what it has to do with no earlier request.
 */
const asNewDevice = (call: ResolveCall, umdid: Umdid): ResolveCall => ({
  ...call,
  umdid,
  freshDevice: true,
  retryKeys: [],
});

const situationOf = (
  parts: Situating,
  call: ResolveCall,
  account: AccountRules,
  firstUmid: Umid,
  loaded: Loaded,
): DecisionInput => ({
  account,
  pipeline: call.pipeline,
  now: call.receivedAt,
  umdid: call.umdid,
  firstUmid,
  freshDevice: call.freshDevice,
  device: loaded.device,
  current: loaded.current ?? loaded.profiles.find(({ umid }) => umid === firstUmid)?.profile ?? null,
  claims: call.identifiers.map((identifier) => claimOf(identifier, loaded)),
  consent: call.consent,
  retryKeys: call.retryKeys,
  newUmid: parts.newUmid(),
  newProfileIds: [parts.newProfileId(), parts.newProfileId()],
  seal: sealWith(parts.mac, account.name),
});

const claimOf = (identifier: Identifier, { owners, holders }: Loaded): Claim => {
  const isSame = (other: Identifier): boolean =>
    other.name === identifier.name && other.value === identifier.value;
  const owner = owners.find(isSame);
  return {
    ...identifier,
    owner: owner?.profile ?? null,
    storedUmid: owner?.storedUmid ?? null,
    holders: holders.find(isSame)?.umids ?? [],
  };
};
