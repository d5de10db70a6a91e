import type { EpochMs } from '../epoch.ts';
import {
  lastWithdrawal,
  type Acknowledgement,
  type ConsentEntry,
  type ConsentFact,
  type ConsentHead,
  type ConsentUpdate,
  type PermissionState,
  type ShownNotification,
} from './consent.ts';
import { latestAcknowledgements, newestAcknowledgements } from './merge-acknowledgements.ts';
import type { SealConsent } from './seal.ts';

/** What a profile knows of consent. */
export interface ConsentRecord {
  readonly permissions: Readonly<Record<string, PermissionState>>;
  readonly acknowledged: readonly Acknowledgement[];
  readonly recentAcknowledgements: readonly Acknowledgement[];
  readonly consentHead: ConsentHead | null;
}

/** Under which umid, from where, when, and by whom consent was changed. */
export interface ConsentOrigin {
  readonly umid: string;
  readonly source: string;
  readonly at: EpochMs;
  /** The profile was an identified customer's. */
  readonly identified: boolean;
  readonly seal: SealConsent;
}

/** A profile's consent with something recorded in it, and the entries for the history. */
export interface Recorded<R extends ConsentRecord> {
  readonly record: R;
  readonly entries: readonly ConsentEntry[];
}

/** Whether an update says anything at all. */
export const isEmptyConsent = (update: ConsentUpdate): boolean =>
  update.acknowledgements.length === 0 && Object.keys(update.permissions).length === 0;

/**
 * Records what a request says of consent (docs/behaviour.md#consent-history): the permissions that it names and no
 * others, the same value again included, at times that grow strictly per permission; then the acknowledged
 * notifications.
 */
export const recordConsent = <R extends ConsentRecord>(
  record: R,
  update: ConsentUpdate,
  origin: ConsentOrigin,
): Recorded<R> => {
  const permissions = decidedPermissions(record.permissions, update.permissions, origin);
  const decided = Object.entries(update.permissions).map(([name, granted]): TimedFact => ({
    at: permissions[name]!.modifiedAt,
    fact: {
      kind: 'permission',
      name,
      granted,
      identified: origin.identified,
      shownWith: shownWith(update, name),
      ...(permissions[name]!.modifiedAt === origin.at ? {} : { toldAt: origin.at }),
    },
  }));
  const shown = update.acknowledgements.map((acknowledgement): TimedFact => ({
    at: origin.at,
    fact: { kind: 'acknowledgement', acknowledgement },
  }));
  return appendTimed(
    {
      ...record,
      permissions,
      acknowledged: latestAcknowledgements(record.acknowledged, update.acknowledgements),
      recentAcknowledgements: newestAcknowledgements(update.acknowledgements, record.recentAcknowledgements),
    },
    [...decided, ...shown],
    origin,
  );
};

/** A fact at a time of its own: that of a permission is later than its last one, even when the clock stands still. */
interface TimedFact {
  readonly at: EpochMs;
  readonly fact: ConsentFact;
}

/** The notifications of the same request that tell about the permission. */
const shownWith = ({ acknowledgements }: ConsentUpdate, permission: string): readonly ShownNotification[] =>
  acknowledgements
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ name, version, uxvariant }) => ({ name, version, uxvariant }));

/** The fact that a merge or an unmerge brought a decision which was made earlier. */
export const carriedDecision = (
  name: string,
  { granted, identified, modifiedAt, withdrawnAt }: PermissionState,
): ConsentFact => ({
  kind: 'permission',
  name,
  granted,
  identified,
  shownWith: [],
  decidedAt: modifiedAt,
  ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
});

/** Chains facts to the history, all at the time of their origin. */
export const appendFacts = <R extends ConsentRecord>(
  record: R,
  facts: readonly ConsentFact[],
  origin: ConsentOrigin,
): Recorded<R> =>
  appendTimed(
    record,
    facts.map((fact) => ({ at: origin.at, fact })),
    origin,
  );

const appendTimed = <R extends ConsentRecord>(
  record: R,
  facts: readonly TimedFact[],
  origin: ConsentOrigin,
): Recorded<R> => {
  const entries: ConsentEntry[] = [];
  let head = record.consentHead;
  for (const { at, fact } of facts) {
    const entry = nextEntry(head, fact, { ...origin, at });
    head = { sequence: entry.sequence, mac: entry.mac };
    entries.push(entry);
  }
  return { record: { ...record, consentHead: head }, entries };
};

const nextEntry = (head: ConsentHead | null, fact: ConsentFact, origin: ConsentOrigin): ConsentEntry => {
  const { umid, source, at } = origin;
  const entry = { umid, sequence: (head?.sequence ?? 0) + 1, at, source, fact };
  return { ...entry, mac: origin.seal(head, entry) };
};

const decidedPermissions = (
  present: ConsentRecord['permissions'],
  decided: ConsentUpdate['permissions'],
  { at, identified }: ConsentOrigin,
): ConsentRecord['permissions'] => {
  const updated = Object.entries(decided).map(([name, granted]) => {
    const modifiedAt = Math.max(at, (present[name]?.modifiedAt ?? 0) + 1);
    return [name, decidedState(present[name], { granted, modifiedAt, identified })] as const;
  });
  return { ...present, ...Object.fromEntries(updated) };
};

/** A permission after a live decision: a grant remembers the withdrawal that it follows. */
export const decidedState = (
  before: PermissionState | undefined,
  decision: Pick<PermissionState, 'granted' | 'modifiedAt' | 'identified'>,
): PermissionState => {
  const withdrawnAt = decision.granted ? lastWithdrawal(before) : null;
  return { ...decision, ...(withdrawnAt === null ? {} : { withdrawnAt }) };
};
