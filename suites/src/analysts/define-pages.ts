import { describe, expect, test } from 'vitest';
import {
  aCommit,
  anEvent,
  aProfile,
  BUILT_AT,
  fresh,
  manyOf,
  randomAccount,
  randomUmid,
  scopeOf,
} from '@kith/testing';
import { NOW, type AnalystStage } from './analyst-stage.ts';
import { storeEvents, storeKnownPerson } from './known-person.ts';

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: Readonly<Record<string, unknown>> }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const HOUR = 3_600_000;

/** Pages of every connection, walked as the Relay specification has it. */
export const definePages = (stage: () => AnalystStage): void => {
  const person = async (account: string, umid: string, field: string): Promise<Page> => {
    const query = `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { list: ${field} } }`;
    const { data, errors } = await stage().ask(account, query, { umid });
    expect(errors).toBeUndefined();
    return (data!['personTargetDataByUmid'] as { readonly list: Page }).list;
  };
  const persons = async (account: string, args: string): Promise<Page> => {
    const query = `{ persons(${args}) { edges { cursor node { umid } } ${PAGE_INFO} } }`;
    const { data, errors } = await stage().ask(account, query);
    expect(errors).toBeUndefined();
    return data!['persons'] as Page;
  };
  /** All pages, one after the other. */
  const walk = async (
    page: (after: string) => Promise<Page>,
    between = async () => {},
  ): Promise<Page['edges']> => {
    const edges: Page['edges'][number][] = [];
    let after = '';
    for (;;) {
      const { edges: some, pageInfo } = await page(after);
      edges.push(...some);
      expect(pageInfo).toEqual({
        hasNextPage: pageInfo.hasNextPage,
        hasPreviousPage: after !== '',
        startCursor: some[0]?.cursor ?? null,
        endCursor: some.at(-1)?.cursor ?? null,
      });
      if (!pageInfo.hasNextPage) return edges;
      after = `, after: "${pageInfo.endCursor}"`;
      await between();
    }
  };

  describe('events', () => {
    const events = (rest: string): string =>
      `events(${rest}) { edges { cursor node { id time } } ${PAGE_INFO} }`;

    test('are walked page after page, each once, while others arrive and a merged umid is asked', async () => {
      const { account, profile, absorbed, events: there } = await storeKnownPerson(stage().store);
      const edges = await walk(
        (after) => person(account, absorbed, events(`first: 2${after}`)),
        () =>
          storeEvents(stage().store, account, [
            anEvent({ umid: profile.umid, time: NOW }),
            anEvent({ umid: absorbed, time: BUILT_AT + HOUR }),
          ]),
      );
      const ids = edges.map(({ node }) => node['id']);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => there.some((event) => event.id === id))).toEqual(there.map(({ id }) => id));
    });

    test.each([
      ['type: [action]', [5, 3, 1]],
      ['type: action', [5, 3, 1]],
      ['type: [page, page]', [4, 2, 0]],
      ['type: []', []],
      ['type: null, from: null, to: null, first: null, after: null', [5, 4, 3, 2, 1, 0]],
      [
        `from: "${new Date(BUILT_AT + HOUR).toISOString()}", to: "${new Date(BUILT_AT + 3 * HOUR).toISOString()}"`,
        [2, 1],
      ],
      ['from: "2026-01-01T04:00:00+02:00"', [5, 4, 3, 2]],
      ['to: "2026-01-01"', []],
      ['from: "2026-01-01T03:00:00Z", to: "2026-01-01T03:00:00Z"', []],
      ['first: 0', []],
    ])('of the selection %s are those', async (args, expected) => {
      const { account, profile } = await storeKnownPerson(stage().store);
      const { edges } = await person(account, profile.umid, events(args));
      expect(edges.map(({ node }) => (Date.parse(String(node['time'])) - BUILT_AT) / HOUR)).toEqual(expected);
    });

    test('that the account keeps no longer are not shown, though they have not been removed yet', async () => {
      const { account, profile } = await storeKnownPerson(stage().store);
      const old = anEvent({ umid: profile.umid, time: BUILT_AT - 1, receivedAt: NOW - 396 * 24 * HOUR });
      await storeEvents(stage().store, account, [old]);
      const { edges } = await person(account, profile.umid, events('first: 100'));
      expect(edges).toHaveLength(6);
    });
  });

  test('the consent history is walked over all chains, each entry once, and begins with the newest', async () => {
    const { account, profile, absorbed } = await storeKnownPerson(stage().store);
    const field = (after: string) =>
      `consentHistory(first: 2${after}) { edges { cursor node { umid sequence } } ${PAGE_INFO} }`;
    const edges = await walk((after) => person(account, absorbed, field(after)));
    expect(edges.map(({ node }) => node)).toEqual([
      ...[4, 3, 2, 1].map((sequence) => ({ umid: profile.umid, sequence })),
      { umid: absorbed, sequence: 1 },
    ]);
  });

  describe('persons', () => {
    const sevenPersons = async (): Promise<{
      readonly account: string;
      readonly umids: readonly string[];
    }> => {
      const [account, umids] = [randomAccount(), manyOf(7, randomUmid)];
      const profiles = umids.map((umid, index) =>
        aProfile({
          umid,
          createdAt: BUILT_AT + index * HOUR,
          changedAt: BUILT_AT - index * HOUR,
          source: index % 2 === 0 ? 'web' : 'app',
          state: index < 2 ? 'customer' : 'visitor',
        }),
      );
      await stage().store.profiles.commit(scopeOf(account), aCommit({ profiles: profiles.map(fresh) }));
      return { account, umids };
    };

    test.each([
      ['first: 3', [6, 5, 4, 3, 2, 1, 0]],
      ['orderBy: CREATED_ASC, first: 3', [0, 1, 2, 3, 4, 5, 6]],
      ['orderBy: CHANGED_DESC, first: 2', [0, 1, 2, 3, 4, 5, 6]],
      ['orderBy: CHANGED_ASC, first: 5', [6, 5, 4, 3, 2, 1, 0]],
      ['filter: { category: customer }, first: 1', [1, 0]],
      ['filter: { source: "web" }, orderBy: CREATED_ASC, first: 2', [0, 2, 4, 6]],
      ['filter: { source: "web", category: visitor, from: "2026-01-01T03:00:00Z" }, first: 1', [6, 4]],
      ['filter: { to: "2025-12-31T22:00:00Z" }, orderBy: CHANGED_DESC, first: 2', [3, 4, 5, 6]],
      ['filter: null, orderBy: null, first: null', [6, 5, 4, 3, 2, 1, 0]],
      ['filter: { source: "nowhere" }, first: 2', []],
      [`filter: { source: "${'s'.repeat(3_000)}" }, first: 2`, []],
      ['filter: { from: "2026-01-01T03:00:00Z", to: "2026-01-01T03:00:00Z" }', []],
    ])('by %s are walked in their order', async (args, expected) => {
      const { account, umids } = await sevenPersons();
      const edges = await walk((after) => persons(account, args + after));
      expect(edges.map(({ node }) => umids.indexOf(String(node['umid'])))).toEqual(expected);
    });
  });

  describe('bad input is', () => {
    const codeOf = async (account: string, query: string, variables: object = {}) =>
      (await stage().ask(account, query, { ...variables })).errors?.map(({ extensions }) => extensions.code);

    test.each([
      'events(first: -1) { edges { cursor } }',
      'events(first: 1001) { edges { cursor } }',
      'consentHistory(first: -1) { edges { cursor } }',
      'consentHistory(first: 1001) { edges { cursor } }',
      'umdids(first: 1001)',
      'umdids(first: -1)',
      'mergedUmids(first: 1001)',
      'identifiersByName(name: "nobody") { value }',
      'identifiersByName(name: "constructor") { value }',
      'attributesByNames(names: [' + '"a",'.repeat(101) + ']) { value }',
      'events(from: "2026-02-01", to: "2026-01-01") { edges { cursor } }',
      'events(after: "") { edges { cursor } }',
      'events(after: "x") { edges { cursor } }',
      'events(after: "bnVsbA") { edges { cursor } }',
      `events(after: "${'A'.repeat(5_000)}") { edges { cursor } }`,
    ])('the field %s, and the rest of the person stands', async (field) => {
      const { account, profile } = await storeKnownPerson(stage().store);
      const query = `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { umid field: ${field} } }`;
      const { data, errors } = await stage().ask(account, query, { umid: profile.umid });
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(data).toEqual({ personTargetDataByUmid: { umid: profile.umid, field: null } });
    });

    test('a list of the query, and the others stand', async () => {
      const query = `{ __typename persons(first: -1) { edges { cursor } }
        trackingStatistics(from: "2026-02-01", to: "2026-01-01") { events } }`;
      const { data, errors } = await stage().ask(randomAccount(), query);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
      expect(data).toEqual({ __typename: 'Query', persons: null, trackingStatistics: null });
    });

    test.each(['yesterday', '2026-02-30', '2026-01-01T00:00:00', '2026-01-01T25:00:00Z', '', 5])(
      'the moment %j, which a document cannot say at all',
      async (from) => {
        const { account, profile } = await storeKnownPerson(stage().store);
        const person = `personTargetDataByUmid(umid: "${profile.umid}")`;
        const asked = (moment: string): string =>
          `{ ${person} { events(from: ${moment}) { edges { cursor } } } }`;
        expect(await codeOf(account, `query ($from: DateTime) ${asked('$from')}`, { from })).toEqual([
          'BAD_USER_INPUT',
        ]);
        const literal = JSON.stringify(from);
        expect(await codeOf(account, asked(literal))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
        const { errors } = await stage().ask(account, asked(literal));
        expect(errors).toMatchObject([
          {
            message: expect.stringContaining(`Expected value of type "DateTime", found ${literal};`),
            locations: [{ line: 1, column: asked('').indexOf('from: ') + 'from: '.length + 1 }],
          },
        ]);
      },
    );

    test('a cursor of another list, of another order or of another person, and one that was changed', async () => {
      const [one, other] = [await storeKnownPerson(stage().store), await storeKnownPerson(stage().store)];
      const cursorIn = async (field: string) =>
        (await person(one.account, one.profile.umid, `${field} { edges { cursor } }`)).edges[0]!.cursor;
      const [event, entry] = [await cursorIn('events'), await cursorIn('consentHistory')];
      const created = (await persons(one.account, 'first: 1')).edges[0]!.cursor;
      const ofPerson = (account: string, umid: string, field: string) =>
        codeOf(
          account,
          `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { ${field} { edges { cursor } } } }`,
          { umid },
        );
      const ofPersons = (args: string) => codeOf(one.account, `{ persons(${args}) { edges { cursor } } }`);
      const changed = Buffer.from(event, 'base64url').toString().replace('"events"', ' "events"');
      const outcomes = await Promise.all([
        ofPerson(one.account, one.profile.umid, `events(after: "${entry}")`),
        ofPerson(one.account, one.profile.umid, `consentHistory(after: "${event}")`),
        ofPerson(one.account, one.profile.umid, `events(after: "${created}")`),
        ofPerson(other.account, other.profile.umid, `consentHistory(after: "${entry}")`),
        ofPerson(
          one.account,
          one.profile.umid,
          `events(after: "${Buffer.from(changed).toString('base64url')}")`,
        ),
        ofPersons(`after: "${event}"`),
        ofPersons(`after: "${created}", orderBy: CHANGED_DESC`),
        ofPersons(`after: "${created}", orderBy: CREATED_ASC`),
        ofPersons('first: 501'),
        ofPersons('first: -1'),
        ofPersons('filter: { from: "2026-02-01", to: "2026-01-01" }'),
      ]);
      expect(outcomes).toEqual(Array.from(outcomes, () => ['BAD_USER_INPUT']));
    });
  });
};
