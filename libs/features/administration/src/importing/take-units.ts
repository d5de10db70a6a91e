import type { ImportedFate } from '@kith/domain/consent';
import {
  decideImport,
  isEmptyCommit,
  uniteCommits,
  type Commit,
  type ImportDecided,
  type ImportDecision,
  type ImportRefusal,
} from '@kith/domain/identity';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import { newsOfCommit, Unavailable, type Scope, type UmidCache } from '@kith/ports';
import { conflictBackOff, pause } from '@kith/platform';
import { apart, keyOf, type ImportUnit } from './import-unit.ts';
import { loadUnitInputs, toldBeforeIn, type UnitInput, type UnitInputDeps } from './load-unit-inputs.ts';

/** How many units share a commit: enough that it costs each of them little, few enough that requests get between. */
const UNITS_PER_COMMIT = 32;

/** Needed to take units. */
export interface TakeUnitsDeps extends UnitInputDeps {
  readonly cache: UmidCache;
  /** The permissions that some pipeline of the account requires. */
  readonly requiredOf: (account: AccountName) => ReadonlySet<string>;
  /** Told of every commit that another request outran. */
  readonly conflicted: () => void;
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
 * Takes units: look, decide, commit those that have nothing in common together, and look again at what somebody else was
 * faster with, until the deadline. Throws `Unavailable` when that has passed, and nothing is under way any more then;
 * what has been settled by then stays, and `settle` has been told of it.
 */
export const takeUnits = async (
  deps: TakeUnitsDeps,
  batch: UnitBatch,
  units: readonly ImportUnit[],
): Promise<void> => {
  const { scope } = batch;
  let pending = units;
  for (let failures = 0; pending.length > 0;) {
    if (scope.deadline.remainingMs() <= 0)
      throw new Unavailable('store', 'the batch took longer than it may');
    const { first, rest } = apart(pending, ({ identifiers }) => identifiers.map(keyOf));
    const again = await allEnded(inParts(first, UNITS_PER_COMMIT).map((some) => takeOnce(deps, batch, some)));
    const left = [...again.flat(), ...rest];
    const isNews = left.length < pending.length;
    pending = left;
    failures = isNews ? 0 : failures + 1;
    if (!isNews) await pause(conflictBackOff(failures));
  }
};

/** What all of it came to. Where some of it fails, the rest has ended too before that is said. */
const allEnded = async <T>(works: readonly Promise<T>[]): Promise<readonly T[]> => {
  await Promise.allSettled(works);
  return Promise.all(works);
};

const inParts = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** Answers with what must be looked at again. */
const takeOnce = async (
  deps: TakeUnitsDeps,
  batch: UnitBatch,
  units: readonly ImportUnit[],
): Promise<readonly ImportUnit[]> => {
  const { scope, account, settle } = batch;
  const { inputs, erased } = await loadUnitInputs(deps, scope, account, units);
  const { first, rest } = apart(inputs, ownersOf);
  const decided = await Promise.all(first.map((one) => decideUnit(deps, scope, one)));
  settle(erased.map(asErased));
  const committed = await commitAll(deps, batch, decided, (through) =>
    settle(through.map(({ unit, decision }) => fateOf(unit, decision))),
  );
  return [...decided.filter((one) => !committed.includes(one)), ...rest].map(({ unit }) => unit);
};

/** The profiles that a unit has to do with. */
const ownersOf = ({ input }: UnitInput): readonly string[] => [
  ...new Set(input.claims.flatMap(({ owner }) => owner?.umid ?? [])),
];

interface DecidedUnit {
  readonly unit: ImportUnit;
  readonly decision: ImportDecision;
}

const decideUnit = async (deps: TakeUnitsDeps, scope: Scope, found: UnitInput): Promise<DecidedUnit> => {
  const { unit, input } = found;
  const before = await toldBeforeIn(deps, scope, found);
  const permissions = { told: unit.told, isTold: before.has.bind(before) };
  return { unit, decision: decideImport(input, { permissions, attributes: unit.attributes }) };
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

/** Those that are through: all at once, or where somebody was faster with one of them, each by itself. */
const commitAll = async (
  deps: TakeUnitsDeps,
  batch: UnitBatch,
  decided: readonly DecidedUnit[],
  onThrough: (through: readonly DecidedUnit[]) => void,
): Promise<readonly DecidedUnit[]> => {
  const commitSome = async (some: readonly DecidedUnit[]): Promise<readonly DecidedUnit[]> => {
    if (!(await commitWhole(deps, batch, uniteCommits(some.map(commitIn))))) return [];
    onThrough(some);
    return some;
  };
  const together = await commitSome(decided);
  if (together.length === decided.length) return together;
  deps.conflicted();
  const writing = decided.filter(isWriting);
  const silent = decided.filter((one) => !isWriting(one));
  const apart = writing.length === 1 ? [] : writing.map((one) => commitSome([one]));
  return (await allEnded([commitSome(silent), ...apart])).flat();
};

const isWriting = (one: DecidedUnit): boolean => !isEmptyCommit(commitIn(one));

const commitIn = ({ decision }: DecidedUnit): Commit =>
  decision.kind === 'decided' ? decision.commit : uniteCommits([]);

/** The cache hears of everybody whom it may know, as after a request. */
const commitWhole = async (
  { store, cache, requiredOf }: TakeUnitsDeps,
  { scope, account }: UnitBatch,
  commit: Commit,
): Promise<boolean> => {
  if (isEmptyCommit(commit)) return true;
  if ((await store.commit(scope, commit)) === 'conflict') return false;
  await cache.tell(scope, newsOfCommit({ account, required: requiredOf(account.name) }, commit));
  return true;
};

/** A refusal in words; no value is in it. */
const refusalReason = (refusal: ImportRefusal): string => {
  switch (refusal.kind) {
    case 'nobody':
      return 'nobody has the identifier, and it is none that makes a customer';
    case 'conflict':
      return `${refusal.identifier}: conflicts with what is known: it is somebody else's, or the person has another value`;
  }
};
