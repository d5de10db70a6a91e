import type { ImportedFate, ImportedPermission } from '@kith/domain/consent';
import {
  decideImport,
  isEmptyCommit,
  EMPTY_COMMIT,
  type Commit,
  type ImportDecided,
  type ImportDecision,
  type ImportRefusal,
  type Profile,
} from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import type { Loaded } from '@kith/domain/resolution';
import { forEachConcurrently } from '@kith/platform';
import {
  newsOfCommit,
  Unavailable,
  type ConsentHistory,
  type DecideInGroup,
  type GroupDecision,
  type Scope,
  type UmidCache,
} from '@kith/ports';
import { apart, keyOf, type ImportUnit } from './import-unit.ts';
import { outdatedIn, toldBefore, unitQuestion, type UnitIds, type UnitQuestion } from './unit-question.ts';

/** How many units are under way at once: while one group of them is stored, the next one gathers. */
const MAX_UNDER_WAY = 256;
/** What a line weighs in a group, in bytes. */
const LINE_BYTES = 1_024;

export interface TakeUnitsDeps extends UnitIds {
  readonly decideInGroup: DecideInGroup;
  readonly history: ConsentHistory;
  readonly cache: UmidCache;
  /** The permissions that some pipeline of the account requires. */
  readonly requiredOf: (account: AccountName) => ReadonlySet<string>;
}

/** What became of a unit: of each of its lines, or why all of them are refused. */
export type UnitFate =
  | { readonly kind: 'settled'; readonly unit: ImportUnit; readonly fates: readonly ImportedFate[] }
  | { readonly kind: 'refused'; readonly unit: ImportUnit; readonly reason: string };

/** To be told what became of units, as soon as it stands in the store. */
export type Settle = (fates: readonly UnitFate[]) => void;

/** Whose batch it is, by when it is to be through, and who is told what becomes of it. */
export interface UnitBatch {
  readonly scope: Scope;
  readonly account: AccountRules;
  readonly settle: Settle;
}

/**
 * Takes units in groups; those that name the same identifier one after the other. Throws `Unavailable` when the deadline
 * has passed, and nothing is under way any more then; what has been settled by then stays, and `settle` has been told.
 */
export const takeUnits = async (
  deps: TakeUnitsDeps,
  batch: UnitBatch,
  units: readonly ImportUnit[],
): Promise<void> => {
  for (let pending = units; pending.length > 0;) {
    if (batch.scope.deadline.remainingMs() <= 0)
      throw new Unavailable('store', 'the batch took longer than it may');
    const { first, rest } = apart(pending, ({ identifiers }) => identifiers.map(keyOf));
    await forEachConcurrently(first, MAX_UNDER_WAY, (unit) => takeUnit(deps, batch, unit));
    pending = rest;
  }
};

/** What the chains of a profile, as it was read, say of what a unit tells. */
interface Told {
  readonly owner: Profile;
  readonly told: ReadonlySet<ImportedPermission>;
}

/** What a unit came to; or that the chains of its owner must be asked what an import has told before. */
type Taken =
  | { readonly kind: 'taken'; readonly fates: readonly UnitFate[]; readonly commit: Commit }
  | { readonly kind: 'asking'; readonly owner: Profile; readonly outdated: readonly ImportedPermission[] };

const takeUnit = async (deps: TakeUnitsDeps, batch: UnitBatch, unit: ImportUnit): Promise<void> => {
  const { scope, account, settle } = batch;
  const question = unitQuestion(deps, account, unit);
  const bytes = LINE_BYTES * unit.lines.length;
  for (let known: Told | null = null; ;) {
    const before: Told | null = known;
    const decide = (loaded: Loaded): GroupDecision<Taken> => decideUnit(question, loaded, before);
    const taken = await deps.decideInGroup({ scope, wanted: question.wanted, decide, bytes });
    if (taken.kind === 'taken') {
      await tellCache(deps, batch, taken.commit);
      return settle(taken.fates);
    }
    const { owner, outdated } = taken;
    known = { owner, told: await toldBefore(deps.history, scope, owner, outdated) };
  }
};

const decideUnit = (question: UnitQuestion, loaded: Loaded, known: Told | null): GroupDecision<Taken> => {
  const { erased, left } = question.inputOf(loaded);
  const refused = erased === null ? [] : [asErased(erased)];
  if (left === null) return { commit: EMPTY_COMMIT, result: taken(refused, EMPTY_COMMIT) };
  const { unit, input } = left;
  const owner = input.claims[0]?.owner ?? null;
  const outdated = outdatedIn(owner, unit);
  if (owner !== null && outdated.length > 0 && !isOf(owner, known)) {
    return { commit: EMPTY_COMMIT, result: { kind: 'asking', owner, outdated } };
  }
  const isTold = (permission: ImportedPermission): boolean => known?.told.has(permission) ?? false;
  const decision = decideImport(input, {
    permissions: { told: unit.told, isTold },
    attributes: unit.attributes,
  });
  const commit = decision.kind === 'decided' ? decision.commit : EMPTY_COMMIT;
  return { commit, result: taken([...refused, fateOf(unit, decision)], commit) };
};

const taken = (fates: readonly UnitFate[], commit: Commit): Taken => ({ kind: 'taken', fates, commit });

/** What the chains said holds for the profile as it was then. */
const isOf = ({ umid, version }: Profile, known: Told | null): boolean =>
  known !== null && known.owner.umid === umid && known.owner.version === version;

/** The cache hears of everybody whom it may know, as after a request. */
const tellCache = async (
  { cache, requiredOf }: TakeUnitsDeps,
  { scope, account }: UnitBatch,
  commit: Commit,
): Promise<void> => {
  if (isEmptyCommit(commit)) return;
  await cache.tell(scope, newsOfCommit({ account, required: requiredOf(account.name) }, commit));
};

const asErased = (unit: ImportUnit): UnitFate => ({
  kind: 'refused',
  unit,
  reason: 'it is older than the erasure of the person',
});

const fateOf = (unit: ImportUnit, decision: ImportDecision): UnitFate => {
  if (decision.kind !== 'decided') return { kind: 'refused', unit, reason: refusalReason(decision) };
  return { kind: 'settled', unit, fates: unit.told.length > 0 ? decision.fates : [fateOfPerson(decision)] };
};

const fateOfPerson = ({ commit, isOutdated }: ImportDecided): ImportedFate =>
  isEmptyCommit(commit) ? (isOutdated ? 'outdated' : 'unchanged') : 'taken';

/** A refusal in words; no value is in it. */
const refusalReason = (refusal: ImportRefusal): string => {
  switch (refusal.kind) {
    case 'nobody':
      return 'nobody has the identifier, and it is none that makes a customer';
    case 'conflict':
      return `${refusal.identifier}: conflicts with what is known: it is somebody else's, or the person has another value`;
  }
};
