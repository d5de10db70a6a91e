import type { ConsentEntry } from '../../consent/consent.ts';
import { isEntryOf, type ImportedPermission } from '../../consent/import-permissions.ts';
import type { ProfileId } from '../model/ids.ts';
import type { HeldAttributes, Identifier } from '../model/profile.ts';
import type { Claim } from '../model/decision-input.ts';
import { isShared } from '../unmerge/merge-to-undo.ts';
import { ACCOUNT, apply, keyOf, living, umdidOf, umidOf, type World } from '../unmerge/world.fake.ts';
import { decideImport, type ImportDecision } from './decide-import.ts';

let drawn = 0;

/** Decides a line of an import on the world and applies it, a moment after whatever came before. */
export const importLine = (
  world: World,
  identifiers: readonly Identifier[],
  told: readonly ImportedPermission[] = [],
  attributes: HeldAttributes = {},
): ImportDecision => {
  world.now += 100;
  drawn += 1;
  const claims = identifiers.map((identifier) => claimOf(world, identifier));
  const decision = decideImport(
    {
      account: ACCOUNT,
      now: world.now,
      umdid: umdidOf(`f${drawn.toString(16)}`),
      claims,
      newUmid: umidOf(`f${drawn.toString(16)}`),
      newProfileIds: [`imported-${drawn}` as ProfileId, `unused-${drawn}` as ProfileId],
      seal: (_previous, { umid, sequence }) => `${umid}#${sequence}`,
    },
    {
      permissions: { told, isTold: (one) => entriesOf(world, claims).some((entry) => isEntryOf(entry, one)) },
      attributes,
    },
  );
  if (decision.kind === 'decided') apply(world, decision.commit);
  return decision;
};

const claimOf = (world: World, identifier: Identifier): Claim => {
  const storedUmid = isShared(ACCOUNT, identifier.name) ? null : (world.index.get(keyOf(identifier)) ?? null);
  const owner = storedUmid === null ? null : living(world, storedUmid);
  return { ...identifier, storedUmid, owner, holders: [] };
};

/** The chains of the profile that the first identifier finds. */
const entriesOf = ({ consent }: World, [claim]: readonly Claim[]): readonly ConsentEntry[] => {
  const owner = claim?.owner ?? null;
  if (owner === null) return [];
  const umids = new Set<string>([owner.umid, ...owner.absorbed]);
  return consent.filter(({ umid }) => umids.has(umid));
};
