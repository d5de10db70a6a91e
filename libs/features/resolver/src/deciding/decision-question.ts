import { sealWith } from '@kith/domain/consent';
import {
  deriveFirstUmid,
  type Identifier,
  type DecisionInput,
  type Umdid,
  type Umid,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { claimOf, type Loaded, type Wanted } from '@kith/domain/resolution';
import type { DecisionIds, ProfileStore, ResolveCall, Scope } from '@kith/ports';
import { askErased, ownAmong, type ErasedAmong } from '@kith/domain/privacy';

/** What derives ids and makes new ones, and where a call's decision input comes from. */
export interface DecisionInputDeps extends DecisionIds {
  readonly store: Pick<ProfileStore, 'load'>;
}

/** What a call asks of the store, and what it is decided from once that is known. */
export interface DecisionQuestion {
  readonly wanted: Wanted;
  readonly inputOf: (loaded: Loaded) => DecisionInput;
}

/** What has to be known to decide a call. */
export const decisionQuestion = (
  deps: DecisionIds,
  call: ResolveCall,
  account: AccountRules,
): DecisionQuestion => {
  const firstUmid = deriveFirstUmid(deps.mac, account.name, call.umdid);
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const own = ownAmong(account, call.identifiers);
  const erasures = askErased(deps.macs, account.name, {
    umids: [firstUmid],
    umdids: [call.umdid],
    identifiers: own,
  });
  const wanted: Wanted = {
    umdid: call.umdid,
    umids: call.freshDevice ? [] : [firstUmid],
    identifiers: own,
    shared: call.identifiers.filter(isShared),
    suppressions: erasures.keys,
    ...(call.hint === undefined ? {} : { hint: call.hint }),
  };
  const inputOf = (loaded: Loaded): DecisionInput => {
    const erased = erasures.among(loaded.suppressions ?? []);
    const taken = withoutErasedIdentifiers(call, own, erased);
    if (!isErasedDevice(call.umdid, firstUmid, loaded, erased)) {
      return decisionInputOf(deps, { call: taken, account, firstUmid }, loaded);
    }
    const anew = asNewDevice(taken, deps.newUmdid());
    const itsUmid = deriveFirstUmid(deps.mac, account.name, anew.umdid);
    const ofNobody = { ...loaded, device: null, current: null };
    return decisionInputOf(deps, { call: anew, account, firstUmid: itsUmid }, ofNobody);
  };
  return { wanted, inputOf };
};

/** Everything that a call is decided from, as the store holds it now. */
export const loadDecisionInput = async (
  deps: DecisionInputDeps,
  scope: Scope,
  call: ResolveCall,
  account: AccountRules,
): Promise<DecisionInput> => {
  const { wanted, inputOf } = decisionQuestion(deps, call, account);
  return inputOf(await deps.store.load(scope, wanted));
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

/** A call, the rules that it is decided by, and the umid that its device's first visit derives. */
interface Question {
  readonly call: ResolveCall;
  readonly account: AccountRules;
  readonly firstUmid: Umid;
}

const decisionInputOf = (
  deps: DecisionIds,
  { call, account, firstUmid }: Question,
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
  claims: call.identifiers.map((identifier) => claimOf(loaded, identifier)),
  consent: call.consent,
  retryKeys: call.retryKeys,
  callId: call.callId,
  newUmid: deps.newUmid(),
  newProfileIds: [deps.newProfileId(), deps.newProfileId()],
  seal: sealWith(deps.mac, account.name),
});
