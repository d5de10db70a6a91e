import type { EpochMs } from '../epoch.ts';
import { withOutdated, type ConsentEntry, type ConsentFact, type PermissionState } from './consent.ts';
import {
  appendFacts,
  carriedDecision,
  decidedState,
  type ConsentOrigin,
  type ConsentRecord,
  type Recorded,
} from './record-consent.ts';

/** The source of what an import told. */
export const IMPORT_SOURCE = 'import';
/** How far in the future a time may lie, in milliseconds: two clocks differ (docs/behaviour.md#order-of-changes). */
export const IMPORT_TOLERANCE = 5 * 60_000;

/** What a line of an import says of a permission. */
export interface ImportedPermission {
  readonly name: string;
  readonly granted: boolean;
  readonly modifiedAt: EpochMs;
}

/**
 * What became of it: it stands; something as late or later stands, and this is in the history alone; or nothing
 * changed, as it had been told before.
 */
export type ImportedFate = 'taken' | 'outdated' | 'unchanged';

/** A profile's consent with an import recorded in it, and what became of each permission, in their order. */
export interface RecordedImport<R extends ConsentRecord> extends Recorded<R> {
  readonly fates: readonly ImportedFate[];
}

/** A later time wins, and nothing else (docs/behaviour.md#order-of-changes). */
const fateOf = (state: PermissionState | undefined, told: ImportedPermission): ImportedFate => {
  if (state === undefined || told.modifiedAt > state.modifiedAt) return 'taken';
  return told.modifiedAt === state.modifiedAt && told.granted === state.granted ? 'unchanged' : 'outdated';
};

/**
 * Records what an import tells of permissions, one after the other. `isTold` says of what is outdated whether the
 * history has it already: an import that is made twice leaves nothing the second time.
 */
export const recordImport = <R extends ConsentRecord>(
  record: R,
  told: readonly ImportedPermission[],
  isTold: (told: ImportedPermission) => boolean,
  origin: ConsentOrigin,
): RecordedImport<R> => {
  const permissions = new Map(Object.entries(record.permissions));
  const facts: ConsentFact[] = [];
  const fates = told.map((one, index): ImportedFate => {
    const state = permissions.get(one.name);
    const fate = fateOf(state, one);
    if (fate === 'unchanged') return fate;
    const isKnown = (): boolean => isHeld(record, one) || isAmong(told.slice(0, index), one) || isTold(one);
    if (fate === 'outdated' && isKnown()) return 'unchanged';
    const { state: next, fact } =
      fate === 'taken' ? taken(state, one, origin) : outdated(state!, one, origin);
    permissions.set(one.name, next);
    facts.push(fact);
    return fate;
  });
  const changed = { ...record, permissions: Object.fromEntries(permissions) };
  return { ...appendFacts(changed, facts, origin), fates };
};

/** A permission after something of an import, and what the history says of it. */
interface Told {
  readonly state: PermissionState;
  readonly fact: ConsentFact;
}

const taken = (
  before: PermissionState | undefined,
  { name, granted, modifiedAt }: ImportedPermission,
  { identified }: ConsentOrigin,
): Told => {
  const state = decidedState(before, { granted, modifiedAt, identified });
  return { state, fact: carriedDecision(name, state) };
};

const outdated = (
  before: PermissionState,
  { name, granted, modifiedAt: decidedAt }: ImportedPermission,
  { identified }: ConsentOrigin,
): Told => ({
  state: withOutdated(before, { granted, decidedAt }),
  fact: { kind: 'outdated', name, granted, identified, decidedAt },
});

/** What would be recorded as outdated if no import had told it before: of this alone the history must be asked. */
export const outdatedAmong = (
  record: Pick<ConsentRecord, 'permissions'>,
  told: readonly ImportedPermission[],
): readonly ImportedPermission[] =>
  told.filter((one, index) => {
    const before = told.slice(0, index).filter(({ name }) => name === one.name);
    const stored = record.permissions[one.name]?.modifiedAt ?? -Infinity;
    const latest = Math.max(stored, ...before.map(({ modifiedAt }) => modifiedAt));
    return one.modifiedAt <= latest && !isHeld(record, one) && !isAmong(before, one);
  });

/** Whether it is just what the profile holds. */
const isHeld = ({ permissions }: Pick<ConsentRecord, 'permissions'>, one: ImportedPermission): boolean => {
  const state = permissions[one.name];
  return state?.granted === one.granted && state.modifiedAt === one.modifiedAt;
};

/** Whether an entry of the history tells what a line tells, at the same time: of an import, or as it was live. */
export const isEntryOf = (
  { at, fact }: Pick<ConsentEntry, 'at' | 'fact'>,
  told: ImportedPermission,
): boolean =>
  (fact.kind === 'permission' || fact.kind === 'outdated') &&
  isSame(told, { name: fact.name, granted: fact.granted, modifiedAt: fact.decidedAt ?? at });

const isAmong = (told: readonly ImportedPermission[], one: ImportedPermission): boolean =>
  told.some((other) => isSame(one, other));

const isSame = (a: ImportedPermission, b: ImportedPermission): boolean =>
  a.name === b.name && a.granted === b.granted && a.modifiedAt === b.modifiedAt;
