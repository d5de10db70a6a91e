import { isEntryOf, outdatedAmong, sealWith, type ImportedPermission } from '@kith/domain/consent';
import type { Identifier, ImportInput, Profile, ProfileId } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { claimOf, type Loaded, type Wanted } from '@kith/domain/resolution';
import { chainEntries, type ConsentHistory, type DecisionIds, type Scope } from '@kith/ports';
import { askErased, ownAmong } from '@kith/domain/privacy';
import { partedBy, type ImportUnit } from './import-unit.ts';

/** What derives ids and makes new ones for an import. */
export interface UnitIds extends DecisionIds {
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A unit as the store sees it. */
export interface UnitInput {
  /** What it tells of persons as they were before they were erased: it brings nobody back (docs/behaviour.md#erasure). */
  readonly erased: ImportUnit | null;
  /** The rest of it, and what that is decided from; null where nothing is left. */
  readonly left: { readonly unit: ImportUnit; readonly input: ImportInput } | null;
}

/** What a unit asks of the store, and what it is decided from once that is known. */
export interface UnitQuestion {
  readonly wanted: Wanted;
  readonly inputOf: (loaded: Loaded) => UnitInput;
}

/** What has to be known to decide a unit. */
export const unitQuestion = (ids: UnitIds, account: AccountRules, unit: ImportUnit): UnitQuestion => {
  const isShared = ({ name }: Identifier): boolean => account.identifiers.get(name)?.shared === true;
  const own = ownAmong(account, unit.identifiers);
  const question = askErased(ids.macs, account.name, { umids: [], umdids: [], identifiers: own });
  return {
    wanted: {
      identifiers: own,
      shared: unit.identifiers.filter(isShared),
      suppressions: question.keys,
    },
    inputOf: (loaded) => {
      const { hasIdentifier } = question.among(loaded.suppressions ?? []);
      const isErased = ({ modifiedAt }: ImportUnit['lines'][number]): boolean =>
        unit.identifiers.some((one) => hasIdentifier(one, modifiedAt));
      const { so, others } = partedBy(unit, isErased);
      const left = others === null ? null : { unit: others, input: inputOf(ids, account, loaded, others) };
      return { erased: so, left };
    },
  };
};

const inputOf = (ids: UnitIds, account: AccountRules, loaded: Loaded, unit: ImportUnit): ImportInput => ({
  account,
  now: ids.clock(),
  umdid: ids.newUmdid(),
  claims: unit.identifiers.map((identifier) => claimOf(loaded, identifier)),
  newUmid: ids.newUmid(),
  newProfileIds: oneFor(ids.newProfileId()),
  seal: sealWith(ids.mac, account.name),
});

/** A line brings no more than one person into being. */
const oneFor = (id: ProfileId): ImportInput['newProfileIds'] => [id, id];

/** What a profile's chains must be asked about: permissions that are outdated there; empty where nothing is. */
export const outdatedIn = (owner: Profile | null, unit: ImportUnit): readonly ImportedPermission[] =>
  owner === null ? [] : outdatedAmong(owner, unit.told);

/** What of this an import has told before: the chains of the profile, and of what it has absorbed, say so. */
export const toldBefore = async (
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
