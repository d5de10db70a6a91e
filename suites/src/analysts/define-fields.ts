import { describe, expect, test } from 'vitest';
import { BUILT_AT } from '@kith/testing';
import type { AnalystStage } from './analyst-stage.ts';
import { storeKnownPerson } from './known-person.ts';

const iso = (offset: number): string => new Date(BUILT_AT + offset).toISOString();
const HOUR = 3_600_000;

const EVERYTHING = `
  umid profileId owner category state source identifiers { name value } identifiersByName(name: "customerId") { value }
  linkedIdentifiers { name value } permissions { name value lastModification }
  notifications { name version uxvariant permissions date }
  attributes { name value } attributesByNames(names: ["lastPage", "nobody", "__proto__"]) { name value }
  umdids mergedUmids createdDate changeDate lastSeen`;

/** Every field of a person shows what the store holds. */
export const defineFields = (stage: () => AnalystStage): void => {
  describe('a person', () => {
    test('shows everything, by whatever key it was found', async () => {
      const { account, profile, absorbed, customerId, umdids } = await storeKnownPerson(stage().store);
      const expected = {
        umid: profile.umid,
        profileId: profile.profileId,
        owner: 'the owner',
        category: 'customer',
        state: 1,
        source: 'web',
        identifiers: [{ name: 'customerId', value: customerId }],
        identifiersByName: [{ value: customerId }],
        linkedIdentifiers: [{ name: 'email', value: 'neighbour' }],
        permissions: [{ name: 'P', value: true, lastModification: iso(5) }],
        notifications: [{ name: 'BANNER', version: 2, uxvariant: 'wall', permissions: ['P'], date: iso(5) }],
        attributes: [
          { name: 'pageViews', value: '3' },
          { name: 'lastPage', value: 'name-4' },
        ],
        attributesByNames: [
          { name: 'lastPage', value: 'name-4' },
          { name: 'nobody', value: '' },
          { name: '__proto__', value: '' },
        ],
        umdids,
        mergedUmids: [absorbed],
        createdDate: iso(0),
        changeDate: iso(HOUR),
        lastSeen: iso(5 * HOUR + 1),
      };
      const query = `query ($umid: String!, $merged: String!, $profileId: String!, $customerId: String!) {
        umid: personTargetDataByUmid(umid: $umid) { ${EVERYTHING} }
        merged: personTargetDataByUmid(umid: $merged) { ${EVERYTHING} }
        profileId: personTargetDataByProfileId(profileId: $profileId) { ${EVERYTHING} }
        identifier: personTargetDataByAnyId(idName: "customerId", idValue: $customerId) { ${EVERYTHING} }
      }`;
      const keys = { umid: profile.umid, merged: absorbed, profileId: profile.profileId, customerId };
      expect(await stage().ask(account, query, keys)).toEqual({
        data: { umid: expected, merged: expected, profileId: expected, identifier: expected },
      });
    });

    test('shows its events whole', async () => {
      const { account, profile, events } = await storeKnownPerson(stage().store);
      const query = `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { events { edges { node {
        id type umid umdid pipeline time clientTime receivedAt properties } } } } }`;
      const shown = events.map(({ bindingVersion: _, ...event }) => ({
        ...event,
        time: new Date(event.time).toISOString(),
        receivedAt: new Date(event.receivedAt).toISOString(),
      }));
      expect((await stage().ask(account, query, { umid: profile.umid })).data).toEqual({
        personTargetDataByUmid: { events: { edges: shown.map((node) => ({ node })) } },
      });
    });

    test('shows its consent history in words, its own first, then what merges brought', async () => {
      const { account, profile, absorbed } = await storeKnownPerson(stage().store);
      const query = `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { consentHistory { edges { node {
        umid sequence kind time source permission value identified toldAt decidedAt withdrawnAt
        notifications { name version uxvariant } permissions otherUmid } } } } }`;
      const nothing = {
        permission: null,
        value: null,
        identified: null,
        toldAt: null,
        decidedAt: null,
        withdrawnAt: null,
        notifications: [],
        permissions: [],
        otherUmid: null,
      };
      const own = { ...nothing, umid: profile.umid };
      const banner = { name: 'BANNER', version: 2, uxvariant: 'wall' };
      const decided = { value: false, permission: 'Q' };
      const nodes = [
        {
          ...own,
          ...decided,
          sequence: 4,
          kind: 'outdated',
          time: iso(10),
          source: 'import',
          identified: true,
          decidedAt: iso(-1),
        },
        { ...own, sequence: 3, kind: 'merge', time: iso(9), source: 'merge', otherUmid: absorbed },
        {
          ...own,
          sequence: 2,
          kind: 'acknowledgement',
          time: iso(5),
          source: 'web',
          decidedAt: iso(5),
          notifications: [banner],
          permissions: ['P'],
        },
        {
          ...own,
          sequence: 1,
          kind: 'permission',
          time: iso(5),
          source: 'web',
          permission: 'P',
          value: true,
          identified: true,
          toldAt: iso(4),
          notifications: [banner],
        },
        {
          ...nothing,
          ...decided,
          umid: absorbed,
          sequence: 1,
          kind: 'permission',
          time: iso(0),
          source: 'web',
          identified: false,
        },
      ];
      expect((await stage().ask(account, query, { umid: profile.umid })).data).toEqual({
        personTargetDataByUmid: { consentHistory: { edges: nodes.map((node) => ({ node })) } },
      });
    });
  });
};
