import { describe, expect, test } from 'vitest';
import { nextAuditEntry, type AuditEntry, type AuditHead, type StandingAuditEntry } from './audit.ts';
import {
  auditSeal,
  beginAuditCheck,
  checkAuditEntries,
  concludeAuditCheck,
  type AuditVerdict,
} from './audit-check.ts';
import type { Mac } from '../mac.ts';

/** No MAC, but as good as one here: another text gives another value. */
const mac: Mac = (...parts) => {
  const text = JSON.stringify(parts);
  const sum = [...text].reduce((hash, sign) => (Math.imul(hash, 31) + sign.charCodeAt(0)) >>> 0, 7);
  return Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum);
};
const isSealed = auditSeal(
  (secret, sealed, ...parts) => mac(secret, ...parts).join() === sealed.join(),
  'demo',
);

const trail = ['a', 'b', 'c', 'd'].reduce<readonly AuditEntry[]>((entries, reason, at) => {
  const fact = { act: 'erase', at, by: 'admin@host', reason, detail: {} } as const;
  return [...entries, nextAuditEntry(mac, 'demo', entries.at(-1) ?? null, fact)];
}, []);
const [a, b, c, d] = trail as [AuditEntry, AuditEntry, AuditEntry, AuditEntry];
const stand = (entries: readonly (AuditEntry | null)[]): readonly StandingAuditEntry[] =>
  entries.map((entry, index) => ({ sequence: index + 1, entry }));

/** Checks entries in two pages, as the store named its head before and after. */
const verdictOf = (
  standing: readonly StandingAuditEntry[],
  before: AuditHead | null = d,
  after: AuditHead | null = before,
): AuditVerdict => {
  const first = checkAuditEntries(beginAuditCheck(before), standing.slice(0, 2), isSealed);
  return concludeAuditCheck(checkAuditEntries(first, standing.slice(2), isSealed), after);
};

describe('a trail', () => {
  test('that is as it was written holds', () => {
    expect(verdictOf(stand(trail))).toEqual({ kind: 'intact', entries: 4 });
    expect(verdictOf([], null)).toEqual({ kind: 'intact', entries: 0 });
  });

  test('that grows while it is read holds', () => {
    expect(verdictOf(stand(trail), b, d)).toEqual({ kind: 'intact', entries: 4 });
    expect(verdictOf(stand([a, b, c]), b, d)).toEqual({ kind: 'intact', entries: 3 });
  });

  test.each<[string, readonly StandingAuditEntry[], number, string]>([
    ['with a changed entry', stand([a, { ...b, by: 'nobody' }, c, d]), 2, 'tampered'],
    ['with a changed last entry', stand([a, b, c, { ...d, detail: { more: 1 } }]), 4, 'tampered'],
    ['with an entry that lost its MAC', stand([a, { ...b, mac: undefined as never }, c, d]), 2, 'tampered'],
    ['without its first entry', stand(trail).slice(1), 1, 'missing'],
    ['without an entry', stand(trail).toSpliced(2, 1), 3, 'missing'],
    ['without its last entry', stand([a, b, c]), 4, 'missing'],
    ['without any entry', [], 1, 'missing'],
    ['with two entries exchanged', stand([a, c, b, d]), 2, 'misplaced'],
    ['with an entry that cannot be read', stand([a, null, c, d]), 2, 'unreadable'],
    ['with an entry of no shape', stand([a, 5 as never, c, d]), 2, 'misplaced'],
    ['that goes on behind its head', stand([a, b, c, d, { ...d, sequence: 5 }]), 5, 'tampered'],
  ])('%s does not hold', (_what, standing, sequence, fault) => {
    expect(verdictOf(standing)).toEqual({ kind: 'broken', sequence, fault });
  });

  test('with another end than the head names does not hold, though its seals do', () => {
    const fact = { act: 'erase', at: 9, by: 'x', reason: '', detail: {} } as const;
    const other = nextAuditEntry(mac, 'demo', c, fact);
    expect(verdictOf(stand([a, b, c, other]))).toEqual({ kind: 'broken', sequence: 4, fault: 'tampered' });
    expect(verdictOf(stand(trail), c)).toEqual({ kind: 'broken', sequence: 4, fault: 'beyondHead' });
    expect(verdictOf(stand(trail), null)).toEqual({ kind: 'broken', sequence: 4, fault: 'beyondHead' });
  });

  test('belongs to one account', () => {
    const elsewhere = auditSeal(
      (secret, sealed, ...parts) => mac(secret, ...parts).join() === sealed.join(),
      'x',
    );
    const check = checkAuditEntries(beginAuditCheck(d), stand(trail), elsewhere);
    expect(concludeAuditCheck(check, d)).toEqual({ kind: 'broken', sequence: 1, fault: 'tampered' });
  });
});
