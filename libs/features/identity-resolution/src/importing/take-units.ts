import type { ImportedFate } from '@kith/domain/consent';
import { decideImport, isEmptyCommit, mergesIn, uniteCommits } from '@kith/domain/identity';
import type { Commit, ImportDecided, ImportDecision } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { Unavailable } from '@kith/ports';
import type { Scope, UmidCache } from '@kith/ports';
import { pauseBeforeRetry } from '../pause.ts';
import { apart, keyOf } from './import-unit.ts';
import type { ImportUnit } from './import-unit.ts';
import { refusalReason } from './refusal-reason.ts';
import { situateUnits, toldBeforeIn } from './situate-units.ts';
import type { ImportSituating, SituatedUnit } from './situate-units.ts';

/** What taking units takes. */
export interface UnitTaking extends ImportSituating {
  readonly cache: UmidCache;
  /** Told of every commit that another request outran. */
  readonly conflicted: () => void;
}

/** What became of a unit: of each of its lines, or why all of them are refused. */
export type UnitFate =
  | { readonly kind: 'settled'; readonly unit: ImportUnit; readonly fates: readonly ImportedFate[] }
  | { readonly kind: 'refused'; readonly unit: ImportUnit; readonly reason: string };

/** How many units share a commit: enough that it costs each of them little, few enough that requests get between. */
const UNITS_PER_COMMIT = 32;

/**
 * Takes units: look, decide, commit those that have nothing in common together, and look again at what somebody else was
 * faster with, until the deadline. Throws `Unavailable` when that has passed; what has been settled by then stays.
 */
export const takeUnits = async (
  parts: UnitTaking,
  scope: Scope,
  account: AccountRules,
  units: readonly ImportUnit[],
): Promise<readonly UnitFate[]> => {
  const settled: UnitFate[] = [];
  let pending = units;
  for (let attempt = 0; pending.length > 0;) {
    if (scope.deadline.remainingMs() <= 0)
      throw new Unavailable('store', 'the batch took longer than it may');
    const { first, rest } = apart(pending, ({ identifiers }) => identifiers.map(keyOf));
    const taken = await Promise.all(
      inParts(first, UNITS_PER_COMMIT).map((some) => takeOnce(parts, scope, account, some)),
    );
    const fates = taken.flatMap((one) => one.fates);
    settled.push(...fates);
    pending = [...taken.flatMap(({ again }) => again), ...rest];
    if (fates.length === 0) await pauseBeforeRetry((attempt += 1));
    else attempt = 0;
  }
  return settled;
};

const inParts = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );

/** What was settled, and what must be looked at again. */
interface Taken {
  readonly fates: readonly UnitFate[];
  readonly again: readonly ImportUnit[];
}

const takeOnce = async (
  parts: UnitTaking,
  scope: Scope,
  account: AccountRules,
  units: readonly ImportUnit[],
): Promise<Taken> => {
  const { situated, erased } = await situateUnits(parts, scope, account, units);
  const { first, rest } = apart(situated, ownersOf);
  const decided = await Promise.all(first.map((one) => decideUnit(parts, scope, one)));
  const committed = await commitAll(parts, scope, decided);
  return {
    fates: [...erased.map(asErased), ...committed.map(({ unit, decision }) => fateOf(unit, decision))],
    again: [
      ...decided.filter((one) => !committed.includes(one)).map(({ unit }) => unit),
      ...rest.map(({ unit }) => unit),
    ],
  };
};

/** The profiles that a unit has to do with. */
const ownersOf = ({ situation }: SituatedUnit): readonly string[] => [
  ...new Set(situation.claims.flatMap(({ owner }) => owner?.umid ?? [])),
];

interface DecidedUnit {
  readonly unit: ImportUnit;
  readonly decision: ImportDecision;
}

const decideUnit = async (parts: UnitTaking, scope: Scope, situated: SituatedUnit): Promise<DecidedUnit> => {
  const { unit, situation } = situated;
  const before = await toldBeforeIn(parts, scope, situated);
  const permissions = { told: unit.told, isTold: before.has.bind(before) };
  return { unit, decision: decideImport(situation, { permissions, attributes: unit.attributes }) };
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
  parts: UnitTaking,
  scope: Scope,
  decided: readonly DecidedUnit[],
): Promise<readonly DecidedUnit[]> => {
  const writing = decided.filter((one) => !isEmptyCommit(commitIn(one)));
  if (await commitWhole(parts, scope, uniteCommits(writing.map(commitIn)))) return decided;
  parts.conflicted();
  if (writing.length === 1) return decided.filter((one) => one !== writing[0]);
  const through = await Promise.all(
    decided.map(async (one) => ((await commitWhole(parts, scope, commitIn(one))) ? [one] : [])),
  );
  return through.flat();
};

const commitIn = ({ decision }: DecidedUnit): Commit =>
  decision.kind === 'decided' ? decision.commit : uniteCommits([]);

/** The edge learns of umids that were absorbed, as after a request. */
const commitWhole = async ({ store, cache }: UnitTaking, scope: Scope, commit: Commit): Promise<boolean> => {
  if (isEmptyCommit(commit)) return true;
  if ((await store.commit(scope, commit)) === 'conflict') return false;
  await Promise.all(mergesIn(commit).map(({ umid }) => cache.redirect(scope, umid)));
  return true;
};
