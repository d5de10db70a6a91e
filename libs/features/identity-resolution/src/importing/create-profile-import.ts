import type { Keyring, Live } from '@kith/platform';
import type {
  ConsentHistory,
  ImportBatch,
  Imported,
  ProfileImport,
  ProfileStore,
  RefusedLine,
  UmidCache,
} from '@kith/ports';
import type { AccountRules } from '@kith/domain/pipeline';
import { configuredRules } from '../configured-rules.ts';
import { idsOfBatch, newUmdid } from '../new-ids.ts';
import type { ResolutionConfiguration } from '../rules-in-force.ts';
import { createTurns } from '../turns.ts';
import { keyOf, unitsOf } from './import-unit.ts';
import type { PlacedLine } from './import-unit.ts';
import { readLine } from './read-line.ts';
import { takeUnits } from './take-units.ts';
import type { UnitFate } from './take-units.ts';

/** What importing takes. */
export interface ProfileImportNeeds {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly cache: UmidCache;
  readonly configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
  /** Told of every commit that another request outran. */
  readonly conflicted?: () => void;
}

/** Imports on the store itself. An account that is not configured is a 400. */
export const createProfileImport = (needs: ProfileImportNeeds): ProfileImport => {
  const { profiles: store, consentHistory: history, cache, keyring, conflicted = () => undefined } = needs;
  const clock = Date.now;
  const { mac, macs } = keyring;
  const shared = { store, history, cache, mac, macs, newUmdid, clock, conflicted };
  // Batches may overlap; what tells of the same identifiers keeps its order.
  const turns = createTurns();
  return {
    take: async (scope, batch) => {
      const account = configuredRules(needs.configuration, scope);
      const { placed, refused } = readBatch(account, batch, clock());
      const units = unitsOf(placed);
      const parts = { ...shared, ...idsOfBatch(units.length) };
      const keys = units.flatMap(({ identifiers }) => identifiers.map(keyOf));
      return importedOf(await turns(keys, () => takeUnits(parts, scope, account, units)), refused);
    },
  };
};

/** What of a batch can be taken, and what cannot whoever it tells of. */
interface ReadBatch {
  readonly placed: readonly PlacedLine[];
  readonly refused: readonly RefusedLine[];
}

const readBatch = (account: AccountRules, { kind, lines }: ImportBatch, now: number): ReadBatch => {
  const placed: PlacedLine[] = [];
  const refused: RefusedLine[] = [];
  for (const [index, line] of lines.entries()) {
    const read = readLine(kind, account, line, now);
    if (read.kind === 'told') placed.push({ ...read.line, index });
    else refused.push({ index, reason: read.reason });
  }
  return { placed, refused };
};

const importedOf = (units: readonly UnitFate[], unread: readonly RefusedLine[]): Imported => {
  const fates = units.flatMap((one) => (one.kind === 'settled' ? one.fates : []));
  const counted = (fate: (typeof fates)[number]): number => fates.filter((one) => one === fate).length;
  const refused = units.flatMap((one) =>
    one.kind === 'refused' ? one.unit.lines.map(({ index }) => ({ index, reason: one.reason })) : [],
  );
  return {
    taken: counted('taken'),
    outdated: counted('outdated'),
    unchanged: counted('unchanged'),
    refused: [...unread, ...refused].toSorted((a, b) => a.index - b.index),
  };
};
