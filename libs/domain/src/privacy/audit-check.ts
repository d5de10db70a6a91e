import type { DerivationSecret } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import {
  sealedAuditParts,
  type AuditEntry,
  type AuditFault,
  type AuditHead,
  type StandingAuditEntry,
} from './audit.ts';
import { bytesOfHex } from '../hex.ts';

/** Whether the MAC of an entry is one that an accepted secret gives. */
export type IsAuditSealed = (previous: AuditHead | null, entry: AuditEntry) => boolean;

/** Whether an accepted secret of that name gives the MAC of the parts; in constant time. */
export type VerifyMac = (secret: DerivationSecret, mac: Uint8Array, ...parts: string[]) => boolean;

/** Tells whether entries of the account's trail are sealed. */
export const auditSeal =
  (verify: VerifyMac, account: AccountName): IsAuditSealed =>
  (previous, entry) => {
    const mac = bytesOfHex(entry.mac);
    return mac !== null && verify('chain', mac, ...sealedAuditParts(account, previous, entry));
  };

/** What became of checking an audit trail; `sequence` is the first entry that does not hold. */
export type AuditVerdict =
  | { readonly kind: 'intact'; readonly entries: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly fault: AuditFault };

/** How far a trail was checked. */
export interface AuditCheck {
  /** What the store named as the last entry before the first one was read. */
  readonly head: AuditHead | null;
  /** The last entry that holds. */
  readonly last: AuditHead | null;
  /** The first that does not. */
  readonly broken: Extract<AuditVerdict, { readonly kind: 'broken' }> | null;
}

export const beginAuditCheck = (head: AuditHead | null): AuditCheck => ({ head, last: null, broken: null });

/** Goes on with the entries that stand behind `last`, in their order. */
export const checkAuditEntries = (
  check: AuditCheck,
  entries: readonly StandingAuditEntry[],
  isSealed: IsAuditSealed,
): AuditCheck => entries.reduce((before, standing) => checkNext(before, standing, isSealed), check);

/**
 * What the check comes to after the last entry was read. The trail may have grown meanwhile: then what the store names
 * as the last one `now` counts, and what came after the reading is not missing.
 */
export const concludeAuditCheck = (
  { head, last, broken }: AuditCheck,
  now: AuditHead | null,
): AuditVerdict => {
  if (broken !== null) return broken;
  const entries = last?.sequence ?? 0;
  const hasGrown = entries > (head?.sequence ?? 0);
  const fault = auditEndFault(last, hasGrown ? now : head);
  if (fault === null || (fault === 'missing' && hasGrown)) return { kind: 'intact', entries };
  return { kind: 'broken', sequence: fault === 'missing' ? entries + 1 : entries, fault };
};

const checkNext = (check: AuditCheck, standing: StandingAuditEntry, isSealed: IsAuditSealed): AuditCheck => {
  if (check.broken !== null) return check;
  const { sequence, entry } = standing;
  const expected = (check.last?.sequence ?? 0) + 1;
  const fault = auditFault(check.last, standing, isSealed);
  if (fault !== null || entry === null) return brokenAt(check, expected, fault ?? 'unreadable');
  if (sequence === check.head?.sequence && entry.mac !== check.head.mac)
    return brokenAt(check, sequence, 'tampered');
  return { ...check, last: { sequence, mac: entry.mac } };
};

const brokenAt = (check: AuditCheck, sequence: number, fault: AuditFault): AuditCheck => ({
  ...check,
  broken: { kind: 'broken', sequence, fault },
});

/** What is wrong with the entry that follows `previous`; null where it holds. */
const auditFault = (
  previous: AuditHead | null,
  { sequence, entry }: StandingAuditEntry,
  isSealed: IsAuditSealed,
): AuditFault | null => {
  if (sequence !== (previous?.sequence ?? 0) + 1) return 'missing';
  if (entry === null) return 'unreadable';
  if (entry.sequence !== sequence) return 'misplaced';
  return isSealed(previous, entry) ? null : 'tampered';
};

/** What is wrong with the end of a trail whose last entry is `last`, where the store names `head`; null for nothing. */
const auditEndFault = (last: AuditHead | null, head: AuditHead | null): AuditFault | null => {
  const [stood, named] = [last?.sequence ?? 0, head?.sequence ?? 0];
  if (stood < named) return 'missing';
  if (stood > named) return 'beyondHead';
  return last?.mac === head?.mac ? null : 'tampered';
};
