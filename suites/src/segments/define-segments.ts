import { beforeAll, describe, expect, test } from 'vitest';
import {
  appendAuditWith,
  configuredRules,
  createAudienceExport,
  type AudienceDeps,
} from '@kith/administration';
import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { AudienceOrder, AudiencePage, AuditTrail, ProfileStore, TrackingStore } from '@kith/ports';
import {
  aCommit,
  ampleDeadline,
  anAccount,
  anActivity,
  anEvent,
  anIdentifierRule,
  aProfile,
  aRedirect,
  aResolveCall,
  aTrackingCommit,
  BUILT_AT,
  fresh,
  manyOf,
  newIdentifier,
  randomUmid,
  scopeOf,
  trackingWrites,
  type DurableFixture,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { configurationOf, keyringOf, useCasesOver } from '../use-cases/use-cases-over.ts';
import { countedExpressions, type CountedExpressions } from './evaluating.ts';

/** What segments stand on in a store. */
export interface SegmentStores extends Pick<AudienceDeps, 'catalogue' | 'details'> {
  readonly profiles: ProfileStore;
  readonly tracking: TrackingStore;
  readonly privacy: AuditTrail;
}

/** It never ends of a login of this kind, within one step of JSONata. */
const NEVER_ENDS = '$match(identifiers.customerId[0], /^(a+)+$/)';
const EVIL = `${'a'.repeat(64)}!`;

const segmented = (): AccountRules =>
  anAccount({
    identifiers: new Map([
      ['customerId', anIdentifierRule()],
      ['tag', anIdentifierRule({ name: 'tag', kind: 'device', many: true })],
    ]),
    attributes: new Map([['pageViews', { kind: 'count', of: 'page' }]]),
    segments: new Map([
      ['busy', 'attributes.pageViews >= 3'],
      ['known', "category = 'customer' and permissions.P"],
      ['nothing', 'attributes.nothing'],
      ['hangs', NEVER_ENDS],
      ['odd', "identifiers.tag[0] = 'odd' ? 1 + 'a' : true"],
    ]),
  });

const held = (name: string, value: string, lastSeen = BUILT_AT) => ({
  name,
  value,
  firstSeen: BUILT_AT,
  lastSeen,
});

/** Persons of one account: each kind is told apart by what a test asks for. */
const personAt = (index: number): Profile =>
  aProfile({
    createdAt: BUILT_AT + Math.floor(index / 7),
    identifiers: [
      ...(index % 2 === 0 ? [held('customerId', `c${index}`)] : []),
      ...(index % 5 === 0 ? [held('tag', `old${index}`), held('tag', `new${index}`, BUILT_AT + 1)] : []),
      ...(index === 2 ? [held('tag', 'odd')] : []),
    ],
    permissions: {
      P: { granted: index % 3 === 0, modifiedAt: BUILT_AT, identified: false },
    },
  });

/** What a real store and real processes make of segments. */
export const defineSegments = (name: string, make: () => Promise<DurableFixture<SegmentStores>>): void =>
  void describe(name, () => {
    let fixture: DurableFixture<SegmentStores>;
    let evaluating: CountedExpressions;
    const endings = useEndings();
    beforeAll(async () => {
      [fixture, evaluating] = [await make(), await countedExpressions()];
      endings.push(() => fixture.close());
      endings.push(() => evaluating.close());
    });

    /** Profiles with so many page views each, under their own umid or under one that they absorbed. */
    const store = async (
      { name: account }: AccountRules,
      persons: readonly { readonly profile: Profile; readonly views: number }[],
    ): Promise<void> => {
      const { profiles, tracking } = fixture.adapter;
      const commit = aCommit({
        profiles: persons.flatMap(({ profile }) => [
          fresh(profile),
          ...profile.absorbed.map((umid) => fresh(aRedirect(umid, profile.umid))),
        ]),
        identifiers: persons.flatMap(({ profile }) =>
          profile.identifiers.map((identifier) => newIdentifier(identifier, profile.umid)),
        ),
      });
      await profiles.commit(scopeOf(account), commit);
      const active = persons.filter(({ views }) => views > 0);
      const writes = trackingWrites({
        events: active.map(({ profile }) => anEvent({ umid: profile.umid })),
        activities: new Map(
          active.map(({ profile, views }) => [profile.absorbed[0] ?? profile.umid, anActivity(views)]),
        ),
      });
      const batch = aTrackingCommit({ writes: new Map([[account, writes]]) });
      expect(await tracking.record(ampleDeadline(), batch)).toBe('recorded');
    };

    const resolverOf = (account: AccountRules) =>
      useCasesOver(fixture.adapter.profiles, account, evaluating).resolver;

    const login = (value: string) => ({ identifiers: [{ name: 'customerId', value }] });

    describe('an answer', () => {
      test('says of each segment whether the person is in it, and of one that hangs nothing', async () => {
        const account = segmented();
        const absorbed = randomUmid();
        const profile = aProfile({
          state: 'customer',
          identifiers: [held('customerId', EVIL)],
          permissions: { P: { granted: true, modifiedAt: BUILT_AT, identified: true } },
          absorbed: [absorbed],
        });
        await store(account, [{ profile, views: 3 }]);
        const call = aResolveCall({ ...login(EVIL), sections: ['attributes'] });
        const answered = async () =>
          (await resolverOf(account).resolve(scopeOf(account.name), call)).sections.attributes;
        let attributes = await answered();
        // On a busy machine what comes after the one that hangs may find no time; in the end that one rests.
        while (attributes?.['odd'] === '') attributes = await answered();
        expect(attributes).toEqual({
          pageViews: '3',
          busy: 'true',
          known: 'true',
          nothing: 'false',
          hangs: '',
          odd: 'true',
        });
      });

      test('asks nobody where attributes are not asked for, or the account has no segments', async () => {
        const [account, plain] = [segmented(), anAccount()];
        const before = evaluating.asked();
        const call = aResolveCall({ ...login('1'), sections: ['permissions', 'identifiers'] });
        await resolverOf(account).resolve(scopeOf(account.name), call);
        await resolverOf(plain).resolve(scopeOf(plain.name), { ...call, sections: ['attributes'] });
        expect(evaluating.asked()).toBe(before);
      });
    });

    describe('an audience', () => {
      const PERSONS = 230;
      let account: AccountRules;
      let persons: readonly { readonly profile: Profile; readonly views: number }[];
      beforeAll(async () => {
        account = segmented();
        persons = manyOf(PERSONS, (index) => ({ profile: personAt(index), views: index % 4 }));
        await store(account, persons);
      });

      const audiences = () =>
        createAudienceExport({
          ...fixture.adapter,
          expressions: evaluating.expressions,
          rulesOf: configuredRules(configurationOf(account)),
          appendAudit: appendAuditWith({ trail: fixture.adapter.privacy, keyring: keyringOf() }),
          clock: Date.now,
        });

      const pagesOf = async (order: Partial<AudienceOrder>): Promise<readonly AudiencePage[]> => {
        const { page } = audiences();
        const whole = { segment: 'busy', requires: null, identifiers: null, by: 'me@here', reason: '' };
        const pages: AudiencePage[] = [];
        do {
          const after = pages.at(-1)?.next ?? null;
          pages.push(await page(scopeOf(account.name), { ...whole, ...order, after }));
        } while (pages.at(-1)?.next !== null);
        return pages;
      };

      const membersOf = (pages: readonly AudiencePage[]) => pages.flatMap(({ members }) => members);

      test('is everybody who is in the segment, part by part, each once', async () => {
        const pages = await pagesOf({});
        expect(pages.map(({ seen }) => seen)).toEqual([100, 100, 30]);
        const expected = persons.filter(({ views }) => views === 3).map(({ profile }) => profile.umid);
        expect(
          membersOf(pages)
            .map(({ umid }) => umid)
            .toSorted(),
        ).toEqual(expected.toSorted());
      });

      test('leaves out who does not grant the permission, and who has none of the identifiers', async () => {
        const pages = await pagesOf({ requires: 'P', identifiers: ['tag'] });
        const expected = persons.filter(({ views }, index) => views === 3 && index % 15 === 0);
        expect(membersOf(pages).toSorted((a, b) => (a.umid < b.umid ? -1 : 1))).toEqual(
          expected
            .map(({ profile: { umid, profileId, identifiers } }) => ({
              umid,
              profileId,
              identifiers: [identifiers.at(-1), identifiers.at(-2)].map((one) => ({
                name: 'tag',
                value: one?.value,
              })),
            }))
            .toSorted((a, b) => (a.umid < b.umid ? -1 : 1)),
        );
      });

      test('counts of whom nobody can say whether they are in it, and leaves them out', async () => {
        const pages = await pagesOf({ segment: 'odd' });
        expect(pages.map(({ unanswered }) => unanswered)).toEqual([1, 0, 0]);
        expect(membersOf(pages)).toHaveLength(PERSONS - 1);
      });

      test('stands in the audit trail once, with what was asked for', async () => {
        const scope = scopeOf(account.name);
        const before = (await fixture.adapter.privacy.auditHead(scope))?.sequence ?? 0;
        await pagesOf({ requires: 'Q', reason: 'a ticket' });
        expect(await fixture.adapter.privacy.auditEntries(scope, before, 10)).toMatchObject([
          {
            entry: {
              act: 'exportAudience',
              by: 'me@here',
              reason: 'a ticket',
              detail: { segment: 'busy', requires: 'Q', identifiers: null },
            },
          },
        ]);
      });

      test('of something that the account does not have is refused', async () => {
        for (const wrong of [{ segment: 'none' }, { requires: 'none' }, { identifiers: ['none'] }]) {
          await expect(pagesOf(wrong)).rejects.toMatchObject({ status: 400 });
        }
      });
    });
  });
