import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { fetchAccessToken, postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { createVisitor, partsOf, type Visitor } from '../kit/visitor.ts';

/** A Kith, and what tells a command where it is. */
export type AnalystPlace = {
  readonly url: string;
  readonly authUrl: string;
  readonly graphqlUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
};

type Edges<Node> = { readonly edges: readonly { readonly cursor: string; readonly node: Node }[] };
type Event = {
  readonly id: string;
  readonly type: string;
  readonly umid: string;
  readonly properties: object;
};
type Read = {
  readonly umid: string;
  readonly mergedUmids: readonly string[];
  readonly umdids: readonly string[];
  readonly events: Edges<Event>;
  readonly [field: string]: unknown;
};

const personWith = (fields: string): string =>
  `query ($umid: String!) { personTargetDataByUmid(umid: $umid) { umid mergedUmids umdids
    events { edges { cursor node { id type umid properties } } } ${fields} } }`;

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What info requests bring is read back by GraphQL, with a token of the account. */
export const defineAnalysts = (name: string, open: () => Promise<AnalystPlace>): void =>
  void describe(name, () => {
    let place: AnalystPlace;
    let token: string;
    let laptop: Visitor;
    let phone: Visitor;
    let umids: { readonly laptop: string; readonly phone: string };
    const endings = useEndings();
    beforeAll(async () => {
      place = await open();
      endings.push(() => place.end());
      token = await fetchAccessToken(place.authUrl);
      laptop = createVisitor(place.url);
      phone = createVisitor(place.url);
    }, 240_000);

    const ask = async (query: string, variables: Readonly<Record<string, unknown>> = {}) => {
      const answer = await postGraphql(place.graphqlUrl, token, query, variables);
      return answer.json() as { readonly data: Readonly<Record<string, unknown>>; readonly errors?: unknown };
    };
    const read = async (umid: string, fields = ''): Promise<Read> => {
      const { data, errors } = await ask(personWith(fields), { umid });
      expect(errors).toBeUndefined();
      return data['personTargetDataByUmid'] as Read;
    };
    const umdidOf = (visitor: Visitor): string => partsOf(visitor.cookie('umdid')).umdid;

    test('events, consent and a login are read back whole', async () => {
      const data = [
        {
          page: { name: 'home', url: 'https://www.example.com/' },
          action: [{ name: 'teaser', category: 'x' }],
        },
      ];
      const notification = [{ name: 'MAIN_CS', version: 2, uxvariant: 'wall', permissions: ['CS-OPT'] }];
      const { umid } = await laptop.info('', { data, permission: { 'CS-OPT': true }, notification });
      await laptop.info('&customerId=analysed-1', {});
      const person = await eventually(
        () =>
          read(
            umid,
            `category state identifiersByName(name: "customerId") { value } permissions { name value lastModification }
             notifications { name version uxvariant permissions date } createdDate changeDate lastSeen
             consentHistory { edges { node { kind permission value source notifications { name version uxvariant } } } }
             attributesByNames(names: ["lastPage", "pageViews", "unknown"]) { name value } linkedIdentifiers { name }`,
          ),
        ({ events }) => events.edges.length === 2,
      );
      const banner = { name: 'MAIN_CS', version: 2, uxvariant: 'wall' };
      const time = expect.stringMatching(isoTime);
      expect(person).toMatchObject({
        ...{ umid, category: 'customer', state: 1, mergedUmids: [], umdids: [umdidOf(laptop)] },
        identifiersByName: [{ value: 'analysed-1' }],
        permissions: [{ name: 'CS-OPT', value: true, lastModification: time }],
        notifications: [{ ...banner, permissions: ['CS-OPT'], date: time }],
        ...{ createdDate: time, changeDate: time, lastSeen: time, linkedIdentifiers: [] },
        attributesByNames: [
          { name: 'lastPage', value: 'home' },
          { name: 'pageViews', value: '1' },
          { name: 'unknown', value: '' },
        ],
        consentHistory: {
          edges: [
            { node: { kind: 'acknowledgement', source: 'web', notifications: [banner] } },
            { node: { kind: 'permission', permission: 'CS-OPT', value: true, notifications: [banner] } },
          ],
        },
      });
      expect(person.events.edges.map(({ node }) => [node.type, node.umid]).sort()).toEqual([
        ['action', umid],
        ['page', umid],
      ]);
      const page = person.events.edges.find(({ node }) => node.type === 'page');
      expect(page?.node.properties).toEqual({ name: 'home', url: 'https://www.example.com/' });
    });

    test('a merge brings events, devices and consent together, by the umid of either', async () => {
      const before = await phone.info('', {
        data: [{ page: { name: 'phone-home' } }],
        permission: { 'CS-UTIQ': true },
      });
      const after = await phone.info('&customerId=analysed-1', {});
      umids = { laptop: after.umid, phone: before.umid };
      const fields = 'consentHistory { edges { node { umid kind otherUmid } } } permissions { name }';
      const person = await eventually(
        () => read(umids.phone, fields),
        ({ events }) => events.edges.length === 3,
      );
      expect(person).toMatchObject({ umid: umids.laptop, mergedUmids: [umids.phone] });
      expect(person.umdids).toEqual(expect.arrayContaining([umdidOf(laptop), umdidOf(phone)]));
      const entries = (person['consentHistory'] as Edges<object>).edges.map(({ node }) => node);
      expect(entries).toContainEqual({ umid: umids.laptop, kind: 'merge', otherUmid: umids.phone });
      expect(entries.at(-1)).toEqual({ umid: umids.phone, kind: 'permission', otherUmid: null });
      expect(await read(umids.laptop, fields)).toEqual(person);
    });

    test('pages are walked while events arrive, each event once', async () => {
      const there = (await read(umids.laptop)).events.edges.map(({ node }) => node.id);
      const walked: string[] = [];
      let after: string | null = null;
      do {
        const query = `query ($umid: String!, $after: String) { personTargetDataByUmid(umid: $umid) {
          events(first: 1, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } } } }`;
        const { data } = await ask(query, { umid: umids.laptop, after });
        const { events } = data['personTargetDataByUmid'] as {
          readonly events: Edges<Event> & {
            readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
          };
        };
        walked.push(...events.edges.map(({ node }) => node.id));
        after = events.pageInfo.hasNextPage ? events.pageInfo.endCursor : null;
        await laptop.info('', { data: [{ page: { name: `while-${walked.length}` } }] });
      } while (after !== null);
      expect(walked).toEqual(there);
    });

    test('persons are listed and events counted', async () => {
      const query = `{ persons(filter: { category: customer, source: "web" }, first: 100) { edges { node { umid } } }
        trackingStatistics(from: "2020-01-01", to: "2100-01-01", granularity: TOTAL, groupBy: [TYPE, NAME, PIPELINE]) {
          type name pipeline events } }`;
      const { data } = await ask(query);
      const listed = (data['persons'] as Edges<{ readonly umid: string }>).edges.map(({ node }) => node.umid);
      expect(listed).toContain(umids.laptop);
      expect(listed).not.toContain(umids.phone);
      expect(data['trackingStatistics']).toEqual(
        expect.arrayContaining([
          { type: 'page', name: 'home', pipeline: 'web', events: 1 },
          { type: 'page', name: 'phone-home', pipeline: 'web', events: 1 },
          { type: 'action', name: 'teaser', pipeline: 'web', events: 1 },
        ]),
      );
    });

    test('an unmerge takes apart what belongs to each', async () => {
      const { exitCode } = await runKith(['unmerge', '--account', 'demo', umids.laptop], { env: place.env });
      expect(exitCode).toBe(0);
      const [own, other] = [await read(umids.laptop), await read(umids.phone)];
      expect([own.umid, other.umid]).toEqual([umids.laptop, umids.phone]);
      expect([own.mergedUmids, other.mergedUmids]).toEqual([[], []]);
      expect([own.umdids, other.umdids]).toEqual([[umdidOf(laptop)], [umdidOf(phone)]]);
      expect(other.events.edges.map(({ node }) => node.properties)).toEqual([{ name: 'phone-home' }]);
      expect(new Set(own.events.edges.map(({ node }) => node.umid))).toEqual(new Set([umids.laptop]));
    });
  });
