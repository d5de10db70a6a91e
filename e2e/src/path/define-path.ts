import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import {
  fetchAccessToken,
  fetchOfflineToken,
  findPerson,
  postForm,
  postGraphql,
  type Person,
} from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import type { Kith, KithHome } from '../kit/kith.ts';
import { sorted, storedEvents } from '../tracking/stored-events.ts';
import { createVisitor, partsOf, type InfoAnswer, type Visitor } from '../kit/visitor.ts';

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const byAnyId =
  'query ($idName: String!, $idValue: String!) { personTargetDataByAnyId(idName: $idName, idValue: $idValue) { profileId umid identifiers { name value } } }';

/** One visit from a browser to a GraphQL answer, step by step; every step stands on the ones before it. */
export const definePath = (title: string, newHome: () => Promise<KithHome>): void => {
  describe(title, () => {
    let home: KithHome;
    let kith: Kith;
    const endings = useEndings();
    let laptop: Visitor;
    let phone: Visitor;
    let phoneUmidBeforeLogin: string;

    const pageViews = async (visitor: Visitor): Promise<unknown> =>
      (await visitor.info('&attributes')).attributes?.['pageViews'];

    beforeAll(async () => {
      home = await newHome();
      endings.push(home.remove);
      kith = await home.start();
      endings.push(() => kith.stop());
      laptop = createVisitor(kith.url);
      phone = createVisitor(kith.url);
    });

    test('a first visit is answered with a script that assigns umid and state 0 to fcData', async () => {
      const answer = await laptop.get('/op/web/info', { host: 'www.example.com' });

      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
      expect(answer.headers['x-content-type-options']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
      const [, object = ''] = /^var fcData = (\{.*\});\s*$/s.exec(answer.text) ?? [];
      expect(JSON.parse(object)).toEqual({ umid: expect.stringMatching(uuid4), state: 0 });
    });

    test('the first visit sets the umdid cookie with every attribute of the specification', async () => {
      const visitor = createVisitor(kith.url);
      const answer = await visitor.get('/op/web/info?out=json', { host: 'www.example.com' });
      const [cookie = '', ...others] = answer.headers['set-cookie'] ?? [];
      const [pair = '', ...attributes] = cookie.split(/;\s*/);

      expect(others).toEqual([]);
      expect(attributes.map((attribute) => attribute.toLowerCase()).sort()).toEqual([
        'domain=example.com',
        'httponly',
        'max-age=31536000',
        'path=/',
        'samesite=none',
        'secure',
      ]);
      expect(pair).toMatch(/^umdid=[A-Za-z0-9+/]+={0,2}$/);
      expect(partsOf(visitor.cookie('umdid'))).toEqual({
        umdid: expect.stringMatching(uuid4),
        umid: (answer.json() as InfoAnswer).umid,
        type: '0',
      });
    });

    test('on an IP host the cookie has no Domain, which no browser would accept there', async () => {
      const answer = await createVisitor(kith.url).get('/op/web/info');
      expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure/i);
      expect(answer.headers['set-cookie']?.[0]).not.toMatch(/Domain/i);
    });

    test('a returning visitor keeps umid and umdid', async () => {
      const before = partsOf(laptop.cookie('umdid'));
      expect((await laptop.info()).umid).toBe(before.umid);
      expect(partsOf(laptop.cookie('umdid'))).toEqual(before);
    });

    test('page views and actions go through the log to the profile, each exactly once', async () => {
      const data = [
        {
          id: 'view-1',
          page: { name: 'home', action: 'view', url: 'https://www.example.com/', timestamp: 1_790_000_000 },
          action: [
            { name: 'teaser', action: 'click', category: 'phones', label: 'x1', timestamp: 1_790_000_001 },
          ],
        },
      ];
      expect((await laptop.post('/op/web/info?out=json', { data })).status).toBe(200);
      // A retry of the same element changes nothing.
      expect((await laptop.post('/op/web/info?out=json', { data })).status).toBe(200);
      const second = { data: [{ id: 'view-2', page: { name: 'offers', timestamp: 1_790_000_010 } }] };
      expect((await laptop.post('/op/web/info?out=json', second)).status).toBe(200);

      const seen = await eventually(
        () => laptop.info('&attributes'),
        ({ attributes }) => attributes?.['lastPage'] === 'offers',
      );
      expect(seen.attributes).toEqual({
        pageViews: '2',
        lastPage: 'offers',
        topCategory: 'phones',
        // What a user agent would have told.
        deviceName: '',
        deviceType: '',
        browserFamily: '',
        osFamily: '',
      });
      expect(seen.state).toBe(0);
    });

    test('consent given by the visitor is answered at once, with the time of its last change', async () => {
      const answer = await laptop.info('&permissions&notifications', {
        permission: { 'CS-OPT': true, 'CS-NBA': false },
        notification: [{ name: 'MAIN_CS', version: 2, permissions: ['CS-OPT', 'CS-NBA'] }],
      });
      expect(answer.permissions).toEqual({ 'CS-OPT': true, 'CS-NBA': false });
      expect(Object.values(answer.permissionsLastModification ?? {})).toEqual([
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ]);
      expect(answer.notificationHistory).toEqual([
        {
          name: 'MAIN_CS',
          version: 2,
          permissions: expect.arrayContaining(['CS-OPT', 'CS-NBA']),
          date: expect.any(String),
        },
      ]);
      expect(answer.notificationStatus).toMatchObject({ 'CS-OPT': true, 'CS-UTIQ': false });
    });

    test('a login upgrades the profile in place: same umid, state 1, cookie type 1', async () => {
      const before = partsOf(laptop.cookie('umdid'));
      const answer = await laptop.info('&identifiers&customerId=c-4711', {});

      expect(answer).toMatchObject({ umid: before.umid, state: 1 });
      expect(answer.identifiers).toEqual([{ name: 'customerId', value: 'c-4711' }]);
      expect(partsOf(laptop.cookie('umdid'))).toEqual({ ...before, type: '1' });
    });

    test('a second device that logs in as the same customer is merged into the first', async () => {
      phoneUmidBeforeLogin = (await phone.info('', { data: [{ page: { name: 'phone-home' } }] })).umid;
      const umdid = partsOf(phone.cookie('umdid')).umdid;
      const laptopUmid = partsOf(laptop.cookie('umdid')).umid;
      expect(phoneUmidBeforeLogin).not.toBe(laptopUmid);

      const answer = await phone.info('&permissions&customerId=c-4711', {});

      expect(answer).toMatchObject({ umid: laptopUmid, state: 1 });
      expect(answer.permissions).toEqual({ 'CS-OPT': true, 'CS-NBA': false });
      expect(partsOf(phone.cookie('umdid'))).toEqual({ umdid, umid: laptopUmid, type: '1' });
    });

    test('the merged profile counts what both devices saw', async () => {
      await eventually(
        () => pageViews(laptop),
        (views) => views === '3',
      );
      expect(await pageViews(phone)).toBe('3');
    });

    test('the offline token is exchanged for an ES256 token that the published keys verify', async () => {
      const refreshToken = await fetchOfflineToken(kith.authUrl);
      const answer = await postForm(kith.authUrl, '/auth/token', { refresh_token: refreshToken });

      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const token = answer.json() as { readonly access_token: string };
      expect(token).toEqual({
        access_token: expect.any(String),
        expires_in: 3600,
        refresh_expires_in: 0,
        refresh_token: refreshToken,
        token_type: 'Bearer',
        session_state: expect.stringMatching(/^[0-9a-f-]{36}$/),
        scope: 'offline_access profile',
      });
      const keys = await send(kith.authUrl, '/.well-known/jwks.json');
      const keySet = createLocalJWKSet(keys.json() as JSONWebKeySet);
      const { protectedHeader, payload } = await jwtVerify(token.access_token, keySet);
      expect(protectedHeader.alg).toBe('ES256');
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    });

    test('GraphQL finds the person by the umid of either device', async () => {
      const token = await fetchAccessToken(kith.authUrl);
      const survivor = partsOf(laptop.cookie('umdid')).umid;
      const person = await findPerson(kith.graphqlUrl, token, survivor);

      expect(person).toMatchObject({ umid: survivor, owner: 'demo', category: 'customer' });
      expect(person?.profileId).toMatch(/^[\w-]{22,}$/);
      expect(person?.profileId).not.toBe(survivor);
      expect(await findPerson(kith.graphqlUrl, token, phoneUmidBeforeLogin)).toEqual(person);
      expect(await findPerson(kith.graphqlUrl, token, '00000000-0000-4000-8000-000000000000')).toBeNull();
    });

    test('GraphQL finds the person by any identifier', async () => {
      const token = await fetchAccessToken(kith.authUrl);
      const { umdid, umid } = partsOf(phone.cookie('umdid'));
      const person = await findPerson(kith.graphqlUrl, token, umid);
      const lookUp = async (idName: string, idValue: string): Promise<Person | null> => {
        const answer = await postGraphql(kith.graphqlUrl, token, byAnyId, { idName, idValue });
        return (answer.json() as { data: { personTargetDataByAnyId: Person | null } }).data
          .personTargetDataByAnyId;
      };
      const expected = {
        profileId: person?.profileId,
        umid,
        identifiers: [{ name: 'customerId', value: 'c-4711' }],
      };
      expect(await lookUp('customerId', ' c-4711 ')).toEqual(expected);
      expect(await lookUp('umid', phoneUmidBeforeLogin)).toEqual(expected);
      expect(await lookUp('umdid', umdid)).toEqual(expected);
      expect(await lookUp('profileId', person?.profileId ?? '')).toEqual(expected);
      expect(await lookUp('customerId', 'c-nobody')).toBeNull();
    });

    test('GraphQL takes the selection in curly brackets alone, with the umid as a literal', async () => {
      const token = await fetchAccessToken(kith.authUrl);
      const { umid } = partsOf(laptop.cookie('umdid'));
      const query = `{ personTargetDataByUmid(umid: "${umid}") { profileId owner category } }`;
      const answer = await postGraphql(kith.graphqlUrl, token, query);
      expect(answer.json()).toEqual({
        data: {
          personTargetDataByUmid: { profileId: expect.any(String), owner: 'demo', category: 'customer' },
        },
      });
    });

    test('everything is still there after a restart, and a token that has expired is refused', async () => {
      const { umid } = partsOf(laptop.cookie('umdid'));
      expect(await kith.stop()).toBe(0);
      kith = await home.start({ ACCESS_TOKEN_TTL: '1' });
      laptop = restored(laptop, kith.url);

      expect(await pageViews(laptop)).toBe('3');
      const token = await fetchAccessToken(kith.authUrl);
      const refused = await eventually(
        () => postGraphql(kith.graphqlUrl, token, `{ personTargetDataByUmid(umid: "${umid}") { umid } }`),
        ({ status }) => status !== 200,
      );
      expect(refused.status).toBe(401);
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer .*error="invalid_token"/);
      expect(refused.json()).toMatchObject({ errors: [expect.any(Object)] });
      // Each lives for a second: on a busy machine one is refused that was fresh when it was sent.
      const found = await eventually(
        async () => findPerson(kith.graphqlUrl, await fetchAccessToken(kith.authUrl), umid).catch(() => null),
        (person) => person !== null,
      );
      expect(found).toMatchObject({ umid });
    });

    test('members of the data layer that are named like those of every object come back as they came', async () => {
      const odd =
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prototype":[{"__proto__":{"__proto__":null}}]}';
      const named = `{"name":"odd",${odd.slice(1)}`;
      const data = JSON.parse(`[${odd},{"page":${named}},{"action":[${named}]}]`) as object[];
      const { umid } = await createVisitor(kith.url).info('', { data });
      const events = await storedEvents(kith.graphqlUrl, await fetchAccessToken(kith.authUrl), umid, 3);
      expect(sorted(events.map(({ type, properties }) => [type, JSON.stringify(properties)]))).toEqual([
        ['action', named],
        ['dataLayer', odd],
        ['page', named],
      ]);
      expect((await send(kith.url, '/op/web/info?out=json')).text).not.toContain('polluted');
    });
  });
};

/** The same device, with its cookie, at the address of a Kith that was started again. */
const restored = (visitor: Visitor, baseUrl: string): Visitor =>
  createVisitor(baseUrl, { umdid: visitor.cookie('umdid') ?? '' });
