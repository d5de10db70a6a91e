import type { ProfileId, Umdid, Umid } from '@kith/domain/identity';
import { createBoundedMap, createKeyedMutex, deadlineIn, type Keyring } from '@kith/platform';
import type {
  AccountRulesOf,
  ConsentHistory,
  DecideInGroup,
  ImportBatch,
  ProfileImport,
  RefusedLine,
  Scope,
  UmidCache,
} from '@kith/ports';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import { createBatchRun, type BatchRun } from './batch-run.ts';
import { keyOf, unitsOf, type PlacedLine } from './import-unit.ts';
import { readLine } from './read-line.ts';
import { takeUnits } from './take-units.ts';

/** How long the work on a batch may take, in milliseconds, also when the call has ended: the next one asks about it. */
const WORK_MS = 60_000;
/** How many batches are remembered. A command repeats a call within a minute, and has three under way. */
const MAX_RUNS = 64;

/** Ids for many persons at once. */
export interface IdsOfBatch {
  readonly newUmid: () => Umid;
  readonly newProfileId: () => ProfileId;
}

export interface ProfileImportDeps {
  /** Stores what is told; a lane of its own, so that no visitor waits for an import. */
  readonly decideInGroup: DecideInGroup;
  readonly consentHistory: ConsentHistory;
  readonly cache: UmidCache;
  readonly rulesOf: AccountRulesOf;
  /** The permissions that some pipeline of an account requires. */
  readonly requiredOf: (account: AccountName) => ReadonlySet<string>;
  readonly newUmdid: () => Umdid;
  readonly idsOfBatch: () => IdsOfBatch;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Holds `IDENTITY_RESOLUTION_SECRETS`. */
  readonly keyring: Keyring;
}

/**
 * Imports on the store itself. A batch that is asked about again is answered for by its one run in this process. An
 * account that is not configured is a 400.
 */
export const createProfileImport = (deps: ProfileImportDeps): ProfileImport => {
  const { decideInGroup, consentHistory: history, cache, keyring, newUmdid, requiredOf, clock } = deps;
  const { mac, macs } = keyring;
  const shared = { decideInGroup, history, cache, mac, macs, newUmdid, requiredOf, clock };
  // Batches may overlap; what tells of the same identifiers keeps its order.
  const lock = createKeyedMutex();
  const runOf = createRuns();
  const begin = (account: AccountRules, scope: Scope, batch: ImportBatch): BatchRun => {
    const { placed, refused } = readBatch(account, batch, clock());
    return createBatchRun({
      units: unitsOf(placed),
      refused,
      take: (units, settle) => {
        const ids = deps.idsOfBatch();
        const keys = units.flatMap(({ identifiers }) => identifiers.map(keyOf));
        return lock(keys, () => {
          const inTime = { ...scope, deadline: deadlineIn(WORK_MS) };
          return takeUnits({ ...shared, ...ids }, { scope: inTime, account, settle }, units);
        });
      },
    });
  };
  return {
    take: async (scope, batch) => {
      const account = deps.rulesOf(scope);
      return runOf(scope, batch, () => begin(account, scope, batch)).outcome(scope.deadline);
    },
  };
};

/** The runs of this process by what their calls are known by; one without an id is nobody else's. */
const createRuns = () => {
  const runs = createBoundedMap<string, BatchRun>(MAX_RUNS);
  return ({ account }: Scope, { id, kind, lines }: ImportBatch, begin: () => BatchRun): BatchRun => {
    const key = JSON.stringify([account, kind, lines.length, id]);
    const run = (id === undefined ? undefined : runs.get(key)) ?? begin();
    if (id !== undefined) runs.set(key, run);
    return run;
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
