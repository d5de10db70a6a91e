import { outdatedAmong, sealWith, type ImportedPermission } from '@kith/domain/consent';
import type {
  Claim,
  Identifier,
  ImportInput,
  Mac,
  Macs,
  ProfileId,
  Umdid,
  Umid,
} from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { ConsentHistory, Loaded, ProfileStore, Scope } from '@kith/ports';
import { askErased, ownAmong } from '@kith/domain/privacy';
import { keyOf, partedBy, type ImportUnit } from './import-unit.ts';
import { toldBefore } from './told-before.ts';

/** What it takes to say what a line is decided from. */
export interface ImportSituating {
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
export interface SituatedUnit {
  readonly unit: ImportUnit;
  readonly situation: ImportInput;
}

/** Units as the store sees them. */
export interface SituatedUnits {
  readonly situated: readonly SituatedUnit[];
  /** What tells of persons as they were before they were erased: it brings nobody back (docs/behaviour.md#erasure). */
  readonly erased: readonly ImportUnit[];
}

/** Everything that units are decided from, in one look at the store. */
export const situateUnits = async (
  parts: ImportSituating,
  scope: Scope,
  account: AccountRules,
  units: readonly ImportUnit[],
): Promise<SituatedUnits> => {
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const all = units.flatMap(({ identifiers }) => identifiers);
  const own = ownAmong(account, all);
  const question = askErased(parts.macs, account.name, { umids: [], umdids: [], identifiers: own });
  const loaded = await parts.store.load(scope, {
    identifiers: own,
    shared: all.filter(isShared),
    suppressions: question.keys,
  });
  const { hasIdentifier } = question.among(loaded.suppressions ?? []);
  const parted = units.map((unit) =>
    partedBy(unit, ({ modifiedAt }) => unit.identifiers.some((one) => hasIdentifier(one, modifiedAt))),
  );
  return {
    situated: situatedOf(
      parts,
      account,
      loaded,
      parted.flatMap(({ others }) => others ?? []),
    ),
    erased: parted.flatMap(({ so }) => so ?? []),
  };
};

const situatedOf = (
  parts: ImportSituating,
  account: AccountRules,
  loaded: Loaded,
  units: readonly ImportUnit[],
): readonly SituatedUnit[] => {
  const claimOf = claimsIn(loaded);
  const seal = sealWith(parts.mac, account.name);
  return units.map((unit) => ({
    unit,
    situation: {
      account,
      now: parts.clock(),
      umdid: parts.newUmdid(),
      claims: unit.identifiers.map(claimOf),
      newUmid: parts.newUmid(),
      newProfileIds: oneFor(parts.newProfileId()),
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
  { history }: ImportSituating,
  scope: Scope,
  { unit, situation }: SituatedUnit,
): Promise<ReadonlySet<ImportedPermission>> => {
  const owner = situation.claims[0]?.owner ?? null;
  if (owner === null) return NOTHING;
  const outdated = outdatedAmong(owner, unit.told);
  return outdated.length === 0 ? NOTHING : toldBefore(history, scope, owner, outdated);
};

const NOTHING: ReadonlySet<ImportedPermission> = new Set();
