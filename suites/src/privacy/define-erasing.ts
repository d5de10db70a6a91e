import { beforeAll, describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { ExportCursor, ExportedValue, ExportPage } from '@kith/ports';
import {
  aDeadLetter,
  aTrackingCommit,
  manyOf,
  randomName,
  randomUmdid,
  type DurableFixture,
  type PrivacyAdapters,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { privacyStage, type PrivacyStage } from './privacy-stage.ts';

const RACES = 200;

/** What logins and erasures of the same person come to, over a real store. */
export const defineErasing = (title: string, make: () => Promise<DurableFixture<PrivacyAdapters>>): void =>
  void describe(title, () => {
    const made: DurableFixture<PrivacyAdapters>[] = [];
    let stage: PrivacyStage;
    const endings = useEndings();
    beforeAll(async () => {
      made.push(await make());
      endings.push(() => made[0]!.close());
      stage = privacyStage(made[0]!.adapter);
    });

    const somebody = () => [{ name: 'customerId', value: randomName('customer') }];
    /** Every page of an export from the dead letters on. */
    const deadLettersShown = async (umid: Umid): Promise<readonly ExportedValue[]> => {
      const shown: ExportedValue[] = [];
      let cursor: ExportCursor | null = { kind: 'deadLetters', umid, after: null };
      while (cursor !== null) {
        const page: ExportPage = await stage.privacy.exportMore(stage.scope(), { umid, cursor });
        if (page.kind !== 'page') throw new Error('nobody is found');
        shown.push(...page.items);
        cursor = page.next;
      }
      return shown;
    };
    const erase = ([person]: ReturnType<typeof somebody>) =>
      stage.privacy.erase(stage.scope(), { person: person!, by: 'admin@host', reason: 'ticket 1' });

    test(`a login that races the erasure ends before or after it, never half (${RACES} times)`, async () => {
      const { profiles } = stage.store;
      const outcomes = new Set<string>();
      for (let round = 0; round < RACES; round += 1) {
        const identifiers = somebody();
        const { umid } = await stage.login({ identifiers });
        const umdid = randomUmdid();
        const [answer, erased] = await Promise.all([stage.login({ umdid, identifiers }), erase(identifiers)]);
        expect(erased.kind).toBe('erased');
        expect(await profiles.stored(stage.scope(), umid)).toBeNull();
        const device = await profiles.load(stage.scope(), { umdid: answer.umdid ?? umdid, identifiers });
        if (answer.umid === umid) expect(device).toMatchObject({ device: null, owners: [] });
        else expect(device).toMatchObject({ device: { umid: answer.umid }, current: { umid: answer.umid } });
        outcomes.add(answer.umid === umid ? 'before' : 'after');
      }
      expect(outcomes.size).toBeGreaterThan(0);
    }, 120_000);

    test('a request that was received before the erasure brings no identifier back; a later one does', async () => {
      const identifiers = somebody();
      const before = Date.now() - 1_000;
      await stage.login({ identifiers });
      await erase(identifiers);
      expect(await stage.login({ identifiers, receivedAt: before })).toMatchObject({ state: 'visitor' });
      const later = { identifiers, receivedAt: Date.now() + 1_000 };
      expect(await stage.login(later)).toMatchObject({ state: 'customer' });
    });

    test('an export shows what was received of a person and not understood, an erasure removes it', async () => {
      const identifiers = somebody();
      const { umid } = await stage.login({ identifiers });
      const waiting = manyOf(5, (position) =>
        aDeadLetter({ topic: umid, position, umid, reason: 'no JSON' }),
      );
      const commit = aTrackingCommit({ deadLetters: waiting });
      expect(await stage.store.tracking.record(stage.scope().deadline, commit)).toBe('recorded');
      const shown = await deadLettersShown(umid);
      expect(shown).toMatchObject(waiting.map(({ id }) => ({ id, umid, reason: 'no JSON' })));
      await erase(identifiers);
      const { deadline } = stage.scope();
      expect(await stage.store.deadLetters.list(deadline, { umid, limit: 10 })).toEqual([]);
    });

    test('of two orders for the same person one erases it, and the other finds nobody', async () => {
      const identifiers = somebody();
      await stage.login({ identifiers });
      const kinds = (await Promise.all([erase(identifiers), erase(identifiers)])).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['erased', 'unknown']);
    });

    test('a device of an erased person is another one from then on, and stays that', async () => {
      const [identifiers, umdid] = [somebody(), randomUmdid()];
      await stage.login({ umdid, identifiers });
      await erase(identifiers);
      const { umdid: anew, umid } = await stage.login({ umdid, identifiers: [] });
      expect(anew).toBeDefined();
      expect(await stage.login({ umdid: anew!, identifiers: [] })).toMatchObject({ umid });
    });

    test('the audit trail of all that holds, and a changed entry is found', async () => {
      const { scope, privacy, store } = stage;
      const verdict = await privacy.verifyAudit(scope());
      expect(verdict).toMatchObject({ kind: 'intact' });
      const head = await store.privacy.auditHead(scope());
      const forged = { act: 'erase', at: 1, by: 'x', reason: '', detail: {}, mac: 'ab' } as const;
      await store.privacy.audit(scope(), { ...forged, sequence: head!.sequence + 1 });
      const broken = { kind: 'broken', sequence: head!.sequence + 1, fault: 'tampered' };
      expect(await privacy.verifyAudit(scope())).toEqual(broken);
    });
  });
