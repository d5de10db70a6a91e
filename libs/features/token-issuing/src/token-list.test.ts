import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { createBrowser, fetchOfflineToken, offlineTokenIn, type Browser } from './browser.fake.ts';
import { ADMIN, ALICE, startTokenIssuing, type TokenIssuingServer } from './token-issuing-server.fake.ts';

const alice = { username: ALICE.username, password: ALICE.password };
const BOB = { account: 'demo', username: 'bob', password: 'battery staple' };
const MINUTE_MS = 60_000;

let server: TokenIssuingServer;
let browser: Browser;
const endings = useEndings(afterEach);
beforeEach(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
  browser = createBrowser(server.url);
  await browser.open();
});

const exchange = async (token: string): Promise<number> => {
  const body = new URLSearchParams({ refresh_token: token });
  return (await fetch(`${server.url}/auth/token`, { method: 'POST', body })).status;
};

const sessionsIn = (page: string): readonly string[] =>
  Array.from(page.matchAll(/name="session" value="([^"]*)"/g), ([, session = '']) => session);

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();

describe('below the token', () => {
  test("stand the user's tokens, the newest first, with name, creation and last use", async () => {
    await browser.submit({ ...alice, name: ' <nightly> report ' });
    server.world.now += 3 * MINUTE_MS;
    await browser.open();
    const page = await textOf(browser.submit(alice));
    const [newest = '', older = ''] = page.split('<li>').slice(1);
    expect(newest).toContain('Token without a name <span class="new">new</span>');
    expect(older).toContain('&lt;nightly&gt; report');
    expect(older).toContain('<time datetime="2027-01-15T08:00:00.000Z">15 Jan 2027, 08:00 UTC</time>');
    expect(older).toMatch(/<dt>Last used<\/dt>\s*<dd>never<\/dd>/);
  });

  test('the last use is told to the minute, and not written more often', async () => {
    const token = offlineTokenIn(await textOf(browser.submit(alice))) ?? '';
    const used = async (): Promise<string> => /"lastUsedAt":(\w+)/.exec(server.store.contents())?.[1] ?? '';
    await exchange(token);
    const first = await used();
    expect(Number(first)).toBe(server.world.now);
    server.world.now += MINUTE_MS - 1;
    await exchange(token);
    expect(await used()).toBe(first);
    server.world.now += 1;
    await exchange(token);
    expect(await textOf(browser.open('/auth/tokens'))).toContain(
      '<dd><time datetime="2027-01-15T08:01:00.000Z">',
    );
  });

  test('each can be revoked, and the list comes again', async () => {
    const token = offlineTokenIn(await textOf(browser.submit({ ...alice, name: 'first' }))) ?? '';
    server.world.now += 1;
    await browser.open();
    const page = await textOf(browser.submit({ ...alice, name: 'second' }));
    const [, older = ''] = sessionsIn(page);
    const response = await browser.press('revoke', { session: older });
    const after = await response.text();
    expect(response.url).toBe(`${server.url}/auth/tokens?revoked`);
    expect(after).toContain('<p role="status" class="told">The token was revoked.</p>');
    expect(after).toContain('second');
    expect(after).not.toContain('first');
    expect(await exchange(token)).toBe(400);
  });

  test('a name that is too long is told at its field, and no token is issued', async () => {
    const response = await browser.submit({ ...alice, name: 'n'.repeat(101) });
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toMatch(
      /<input id="name"[^>]*aria-invalid="true" aria-describedby="name-hint name-problem"/,
    );
    expect(page).not.toContain(ALICE.password);
    expect(server.store.contents()).not.toContain('sessionState');
  });
});

describe('the list alone', () => {
  test('is shown after a login, without a new token', async () => {
    const page = await textOf(browser.submit({ ...alice, do: 'list' }));
    expect(page).toContain('You have no tokens.');
    expect(server.store.contents()).not.toContain('sessionState');
  });

  test.each(['/auth/tokens', '/auth/tokens?revoked'])('%s asks a stranger to log in', async (path) => {
    const response = await createBrowser(server.url).open(path);
    expect(response.url).toBe(`${server.url}/auth/offline-token?ended`);
    expect(await response.text()).toContain('You are no longer logged in.');
  });

  test('has the strict policy of the form, and is for nobody to store', async () => {
    const response = await browser.submit({ ...alice, do: 'list' });
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a login at the page', () => {
  const isIn = async (): Promise<boolean> =>
    (await textOf(browser.open('/auth/tokens'))).includes('Logged in as');

  test('is kept in a cookie that no script and no other site can use, for fifteen minutes', async () => {
    const form = { method: 'POST', redirect: 'manual' } as const;
    const csrf = /name="csrf" value="([^"]*)"/.exec(await textOf(browser.open()))?.[1] ?? '';
    const response = await fetch(`${server.url}/auth/offline-token`, {
      ...form,
      headers: { cookie: browser.cookie() ?? '' },
      body: new URLSearchParams({ ...alice, csrf, do: 'list' }),
    });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^kith_session=[\w.-]+; Max-Age=900; Path=\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
  });

  test('ends after fifteen minutes, whatever the browser keeps', async () => {
    await browser.submit({ ...alice, do: 'list' });
    server.world.now += 15 * MINUTE_MS - 1;
    expect(await isIn()).toBe(true);
    server.world.now += 1;
    expect(await isIn()).toBe(false);
  });

  test('ends when the user logs out', async () => {
    await browser.submit({ ...alice, do: 'list' });
    expect(await isIn()).toBe(true);
    await browser.press('log-out');
    expect(await isIn()).toBe(false);
  });

  test('ends when the password is changed, and when the user is removed', async () => {
    await browser.submit({ ...alice, do: 'list' });
    const change = { ...ALICE, password: 'new', revokeTokens: false };
    await server.issuing.users.changePassword(deadlineIn(60_000), { ...change, caller: ADMIN });
    expect(await isIn()).toBe(false);
    await browser.submit({ ...alice, password: 'new', do: 'list' });
    expect(await isIn()).toBe(true);
    await server.issuing.users.remove(deadlineIn(60_000), { ...ALICE, caller: ADMIN });
    expect(await isIn()).toBe(false);
  });

  test('cannot be made up, moved to another session or another user, or prolonged', async () => {
    await server.issuing.users.add(deadlineIn(60_000), { ...BOB, caller: ADMIN });
    await browser.submit({ ...alice, do: 'list' });
    const [name = '', value = ''] = (browser.cookie() ?? '').split('=');
    const [id = '', user = '', until = '', mac = ''] = value.split('.');
    const bob = Buffer.from('bob').toString('base64url');
    const forged = [
      ['A'.repeat(43), user, until, mac],
      [id, bob, until, mac],
      [id, user, String(Number(until) + 1), mac],
      [id, user, until, 'A'.repeat(43)],
      [id, user, until],
      [id],
    ];
    for (const parts of forged) {
      const cookie = `${name}=${parts.join('.')}`;
      const response = await fetch(`${server.url}/auth/tokens`, { headers: { cookie }, redirect: 'manual' });
      expect([parts.length, response.status]).toEqual([parts.length, 303]);
    }
  });
});

describe('a revocation', () => {
  const loggedIn = async (): Promise<string> => {
    const page = await textOf(browser.submit(alice));
    return sessionsIn(page)[0] ?? '';
  };
  const expectNothingRevoked = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const response = await browser.press('revoke', fields);
    expect(response.url).toBe(`${server.url}/auth/tokens?unknown`);
    expect(await response.text()).toContain(
      '<p role="status" class="told">Nothing was revoked: you have no such token.</p>',
    );
  };

  test.each([
    ['without the token of our form', { csrf: '' }],
    ['with another token', { csrf: 'A'.repeat(43) }],
  ])('%s revokes nothing', async (_, fields) => {
    const session = await loggedIn();
    const response = await browser.press('revoke', { session, ...fields });
    expect(response.status).toBe(403);
    expect(sessionsIn(await response.text())).toEqual([session]);
  });

  test('with the token of the login form revokes nothing', async () => {
    const session = await loggedIn();
    const csrf = /name="csrf" value="([^"]*)"/.exec(await textOf(browser.open()))?.[1] ?? '';
    expect((await browser.press('revoke', { session, csrf })).status).toBe(403);
  });

  test("of another user's token revokes nothing", async () => {
    await server.issuing.users.add(deadlineIn(60_000), { ...BOB, caller: ADMIN });
    const bobs = await fetchOfflineToken(server.url, { username: BOB.username, password: BOB.password });
    const session = /"username":"bob","sessionState":"([^"]+)"/.exec(server.store.contents())?.[1] ?? '';
    await loggedIn();
    await expectNothingRevoked({ session });
    expect(await exchange(bobs)).toBe(200);
  });

  test.each([
    ['a token that nobody has', { session: '00000000-0000-4000-8000-000000000000' }],
    ['no token', {}],
  ])('of %s says so', async (_, fields) => {
    await loggedIn();
    await expectNothingRevoked(fields);
  });

  test('that is sent again says so', async () => {
    const session = await loggedIn();
    expect((await browser.press('revoke', { session })).url).toBe(`${server.url}/auth/tokens?revoked`);
    await expectNothingRevoked({ session });
  });

  test('by a stranger revokes nothing', async () => {
    const session = await loggedIn();
    const stranger = createBrowser(server.url);
    await stranger.open();
    expect((await stranger.press('revoke', { session })).url).toContain('/auth/offline-token');
    expect(server.store.contents()).toContain(session);
  });
});
