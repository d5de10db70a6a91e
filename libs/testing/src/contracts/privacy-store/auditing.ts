import { describe, expect, test } from 'vitest';
import { manyOf, randomAccount } from '../../builders/ids.ts';
import { anAuditEntry } from '../../builders/privacy.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { PrivacyAdapters } from './person.ts';

export const describeAuditing = (fixture: () => DurableFixture<PrivacyAdapters>): void => {
  const trail = () => fixture().adapter.privacy;

  describe('an audit trail', () => {
    test('is empty at first, grows by the entry that follows, and comes back as it was, page after page', async () => {
      const scope = scopeOf(randomAccount());
      expect(await trail().auditHead(scope)).toBeNull();
      expect(await trail().auditEntries(scope, 0, 10)).toEqual([]);
      for (const sequence of [1, 2, 3])
        expect(await trail().audit(scope, anAuditEntry(sequence))).toBe('appended');
      await fixture().reopen();
      expect(await trail().auditHead(scope)).toEqual({ sequence: 3, mac: 'mac of 3' });
      const standing = [1, 2, 3].map((sequence) => ({ sequence, entry: anAuditEntry(sequence) }));
      expect(await trail().auditEntries(scope, 0, 2)).toEqual(standing.slice(0, 2));
      expect(await trail().auditEntries(scope, 2, 2)).toEqual(standing.slice(2));
    });

    test('takes no entry that does not follow', async () => {
      const scope = scopeOf(randomAccount());
      expect(await trail().audit(scope, anAuditEntry(2))).toBe('conflict');
      await trail().audit(scope, anAuditEntry(1));
      expect(await trail().audit(scope, anAuditEntry(1, { reason: 'another' }))).toBe('conflict');
      expect(await trail().auditEntries(scope, 0, 10)).toEqual([{ sequence: 1, entry: anAuditEntry(1) }]);
    });

    test('of those that race, one is next', async () => {
      const scope = scopeOf(randomAccount());
      const raced = await Promise.all(manyOf(8, () => trail().audit(scope, anAuditEntry(1))));
      expect(raced.filter((outcome) => outcome === 'appended')).toHaveLength(1);
    });

    test('belongs to one account, whatever others are called', async () => {
      const account = randomAccount();
      await trail().audit(scopeOf(`${account}:x`), anAuditEntry(1));
      expect(await trail().auditEntries(scopeOf(account), 0, 10)).toEqual([]);
      expect(await trail().auditHead(scopeOf(account))).toBeNull();
    });
  });
};
