import type { EpochMs } from '../epoch.ts';
import type {
  Acknowledgement,
  ConsentEntry,
  ConsentFact,
  ConsentHead,
  ConsentUpdate,
  PermissionState,
  ShownNotification,
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
 * Records what a request says of consent (behaviour.md section 5): the permissions that it names and no others, the
 * same value again included, at times that grow strictly per permission; then the acknowledged notifications.
 */
export const recordConsent = <R extends ConsentRecord>(
  record: R,
  update: ConsentUpdate,
  origin: ConsentOrigin,
): Recorded<R> => {
  const facts: ConsentFact[] = [
    ...Object.entries(update.permissions).map(([name, granted]): ConsentFact => ({
      kind: 'permission',
      name,
      granted,
      shownWith: shownWith(update, name),
    })),
    ...update.acknowledgements.map((acknowledgement): ConsentFact => ({
      kind: 'acknowledgement',
      acknowledgement,
    })),
  ];
  return appendFacts(
    {
      ...record,
      permissions: decidedPermissions(record.permissions, update.permissions, origin),
      acknowledged: latestAcknowledgements(record.acknowledged, update.acknowledgements),
      recentAcknowledgements: newestAcknowledgements(update.acknowledgements, record.recentAcknowledgements),
    },
    facts,
    origin,
  );
};

/** The notifications of the same request that tell about the permission. */
const shownWith = ({ acknowledgements }: ConsentUpdate, permission: string): readonly ShownNotification[] =>
  acknowledgements
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ name, version, uxvariant }) => ({ name, version, uxvariant }));

/** Chains facts to the history. */
export const appendFacts = <R extends ConsentRecord>(
  record: R,
  facts: readonly ConsentFact[],
  origin: ConsentOrigin,
): Recorded<R> => {
  const entries: ConsentEntry[] = [];
  let head = record.consentHead;
  for (const fact of facts) {
    const entry = nextEntry(head, fact, origin);
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
    return [name, { granted, modifiedAt, identified }] as const;
  });
  return { ...present, ...Object.fromEntries(updated) };
};
