import { describe, expect, test } from 'vitest';
import { aCommit, aProfile, fresh, randomAccount, scopeOf } from '@kith/testing';
import type { AnalystStage } from './analyst-stage.ts';
import { storeKnownPerson, type KnownPerson } from './known-person.ts';

const CONNECTIONS = `
  events(after: $event) { edges { node { id } } } consentHistory(after: $entry) { edges { node { sequence } } }`;

/** A token of one account sees nothing of another, by any query, entity or cursor. */
export const defineIsolation = (stage: () => AnalystStage): void => {
  describe("another account's person", () => {
    const cursorsOf = async ({ account, profile }: KnownPerson) => {
      const query = `query ($umid: String!) { persons { edges { cursor } } personTargetDataByUmid(umid: $umid) {
        events { edges { cursor } } consentHistory { edges { cursor } } } }`;
      const { data } = await stage().ask(account, query, { umid: profile.umid });
      const { persons, personTargetDataByUmid: person } = data as Record<string, Record<string, never>>;
      const first = (list: unknown): string =>
        (list as { readonly edges: readonly { readonly cursor: string }[] }).edges[0]!.cursor;
      return {
        person: first(persons),
        event: first(person!['events']),
        entry: first(person!['consentHistory']),
      };
    };

    test('is found by no key', async () => {
      const theirs = await storeKnownPerson(stage().store);
      const { profile, absorbed, customerId, umdids } = theirs;
      const cursors = await cursorsOf(theirs);
      const fields = `{ umid ${CONNECTIONS} }`;
      const query = `query ($umid: String!, $absorbed: String!, $profileId: String!, $customerId: String!, $umdid: String!,
        $event: String!, $entry: String!, $entities: [_Any!]!) {
        a: personTargetDataByUmid(umid: $umid) ${fields}
        b: personTargetDataByUmid(umid: $absorbed) ${fields}
        c: personTargetDataByProfileId(profileId: $profileId) ${fields}
        d: personTargetDataByAnyId(idName: "customerId", idValue: $customerId) ${fields}
        e: personTargetDataByAnyId(idName: "umdid", idValue: $umdid) ${fields}
        _entities(representations: $entities) { ... on PersonTargetData ${fields} }
        persons(first: 100) { edges { node ${fields} } }
        trackingStatistics(from: "2000-01-01", to: "2100-01-01", granularity: TOTAL) { events }
      }`;
      const answer = await stage().ask(randomAccount(), query, {
        ...{ umid: profile.umid, absorbed, profileId: profile.profileId, customerId, umdid: umdids[0] },
        ...cursors,
        entities: [
          { __typename: 'PersonTargetData', umid: profile.umid },
          { __typename: 'PersonTargetData', profileId: profile.profileId },
        ],
      });
      expect(answer).toEqual({
        data: {
          ...{ a: null, b: null, c: null, d: null, e: null },
          _entities: [null, null],
          persons: { edges: [] },
          trackingStatistics: [],
        },
      });
    });

    test('is not reached by its cursors', async () => {
      const theirs = await storeKnownPerson(stage().store);
      const cursors = await cursorsOf(theirs);
      const [account, own] = [randomAccount(), aProfile({ createdAt: 1 })];
      await stage().store.profiles.commit(scopeOf(account), aCommit({ profiles: [fresh(own)] }));
      const query = `query ($umid: String!, $person: String!, $event: String!) {
        persons(after: $person) { edges { node { umid } } }
        personTargetDataByUmid(umid: $umid) { events(after: $event) { edges { node { id } } } } }`;
      expect(await stage().ask(account, query, { umid: own.umid, ...cursors })).toEqual({
        data: {
          persons: { edges: [{ node: { umid: own.umid } }] },
          personTargetDataByUmid: { events: { edges: [] } },
        },
      });
      const history = `query ($umid: String!, $entry: String!) {
        personTargetDataByUmid(umid: $umid) { consentHistory(after: $entry) { edges { node { sequence } } } } }`;
      const { data, errors } = await stage().ask(account, history, { umid: own.umid, ...cursors });
      expect(data).toEqual({ personTargetDataByUmid: { consentHistory: null } });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    });

    test('of the same umid and identifiers, in an account whose name goes on, is another one', async () => {
      const one = await storeKnownPerson(stage().store);
      const other = await storeKnownPerson(stage().store, `${one.account}:x`);
      const umids = async (account: string) => {
        const { data } = await stage().ask(account, '{ persons { edges { node { umid } } } }');
        return JSON.stringify(data);
      };
      expect(await umids(one.account)).not.toContain(other.profile.umid);
      expect(await umids(other.account)).not.toContain(one.profile.umid);
    });
  });
};
