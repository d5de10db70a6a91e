import { isEntryOf, outdatedAmong, sealWith, type ImportedPermission } from '@kith/domain/consent';
import type {
  Claim,
  Identifier,
  ImportInput,
  Mac,
  Macs,
  Profile,
  ProfileId,
  Umdid,
  Umid,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Loaded } from '@kith/domain/resolution';
import { chainEntries, type ConsentHistory, type ProfileStore, type Scope } from '@kith/ports';
import { askErased, ownAmong } from '@kith/domain/privacy';
import { keyOf, partedBy, type ImportUnit } from './import-unit.ts';

const NOTHING: ReadonlySet<ImportedPermission> = new Set();

/** Where the decision input of an import's lines comes from, and what makes new ids. */
export interface UnitInputDeps {
  readonly store: ProfileStore;
  readonly mac: Mac;
  /** One MAC per accepted secret: what an erasure has suppressed is known by any of them. */
  readonly macs: Macs;
  readonly newUmid: () => Umid;
  readonly newUmdid: () => Umdid;
  readonly newProfileId: () => ProfileId;
  readonly history: ConsentHistory;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A unit, and what it is decided from. */
export interface UnitInput {
  readonly unit: ImportUnit;
  readonly input: ImportInput;
}

/** Units as the store sees them. */
export interface UnitInputs {
  readonly inputs: readonly UnitInput[];
  /** What tells of persons as they were before they were erased: it brings nobody back (docs/behaviour.md#erasure). */
  readonly erased: readonly ImportUnit[];
}

/** Everything that units are decided from, in one look at the store. */
export const loadUnitInputs = async (
  deps: UnitInputDeps,
  scope: Scope,
  account: AccountRules,
  units: readonly ImportUnit[],
): Promise<UnitInputs> => {
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const all = units.flatMap(({ identifiers }) => identifiers);
  const own = ownAmong(account, all);
  const question = askErased(deps.macs, account.name, { umids: [], umdids: [], identifiers: own });
  const loaded = await deps.store.load(scope, {
    identifiers: own,
    shared: all.filter(isShared),
    suppressions: question.keys,
  });
  const { hasIdentifier } = question.among(loaded.suppressions ?? []);
  const parted = units.map((unit) =>
    partedBy(unit, ({ modifiedAt }) => unit.identifiers.some((one) => hasIdentifier(one, modifiedAt))),
  );
  return {
    inputs: inputsOf(
      deps,
      account,
      loaded,
      parted.flatMap(({ others }) => others ?? []),
    ),
    erased: parted.flatMap(({ so }) => so ?? []),
  };
};

const inputsOf = (
  deps: UnitInputDeps,
  account: AccountRules,
  loaded: Loaded,
  units: readonly ImportUnit[],
): readonly UnitInput[] => {
  const claimOf = claimsIn(loaded);
  const seal = sealWith(deps.mac, account.name);
  return units.map((unit) => ({
    unit,
    input: {
      account,
      now: deps.clock(),
      umdid: deps.newUmdid(),
      claims: unit.identifiers.map(claimOf),
      newUmid: deps.newUmid(),
      newProfileIds: oneFor(deps.newProfileId()),
      seal,
    },
  }));
};

/** A line brings no more than one person into being. */
const oneFor = (id: ProfileId): ImportInput['newProfileIds'] => [id, id];

const claimsIn = ({ owners, holders }: Loaded): ((identifier: Identifier) => Claim) => {
  const ownersByKey = new Map(owners.map((owner) => [keyOf(owner), owner]));
  const holdersByKey = new Map(holders.map((holder) => [keyOf(holder), holder]));
  return (identifier) => {
    const key = keyOf(identifier);
    const owner = ownersByKey.get(key);
    return {
      ...identifier,
      owner: owner?.profile ?? null,
      storedUmid: owner?.storedUmid ?? null,
      holders: holdersByKey.get(key)?.umids ?? [],
    };
  };
};

/** What a unit tells that is outdated, and that an import has told before. */
export const toldBeforeIn = async (
  { history }: UnitInputDeps,
  scope: Scope,
  { unit, input }: UnitInput,
): Promise<ReadonlySet<ImportedPermission>> => {
  const owner = input.claims[0]?.owner ?? null;
  if (owner === null) return NOTHING;
  const outdated = outdatedAmong(owner, unit.told);
  return outdated.length === 0 ? NOTHING : toldBefore(history, scope, owner, outdated);
};

/** What of this an import has told before: the chains of the profile, and of what it has absorbed, say so. */
const toldBefore = async (
  history: ConsentHistory,
  scope: Scope,
  { umid, absorbed }: Profile,
  told: readonly ImportedPermission[],
): Promise<ReadonlySet<ImportedPermission>> => {
  const found = new Set<ImportedPermission>();
  for (const one of [umid, ...absorbed]) {
    if (told.every((permission) => found.has(permission))) break;
    for await (const { entry } of chainEntries(history, scope, one, { order: 'newestFirst' })) {
      if (entry === null) continue;
      for (const permission of told) if (isEntryOf(entry, permission)) found.add(permission);
    }
  }
  return found;
};
