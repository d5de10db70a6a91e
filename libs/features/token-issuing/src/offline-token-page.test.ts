import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { createBrowser, offlineTokenIn } from './browser.fake.ts';
import { ALICE, startTokenIssuing, type TokenIssuingServer } from './token-issuing-server.fake.ts';

let server: TokenIssuingServer;
const endings = useEndings();
beforeAll(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
});

const right = { username: ALICE.username, password: ALICE.password };

const policyOf = (response: Response): ReadonlyMap<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s))
      .map(([name = '', value = '']) => [name, value]),
  );

const hashOf = (page: string, element: string): string => {
  const content = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
};

describe('the form', () => {
  test('has labels, autocomplete and no address to be sent to but its own', async () => {
    const response = await createBrowser(server.url).open();
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<form method="post">');
    expect(page).toMatch(
      /<label for="username">[^]*<input id="username" name="username"[^>]*autocomplete="username"/,
    );
    expect(page).toMatch(
      /<label for="password">[^]*name="password" type="password" autocomplete="current-password"/,
    );
  });

  test('is stored by nobody, framed by nobody, and allows only its own style and icon', async () => {
    const response = await createBrowser(server.url).open();
    const policy = policyOf(response);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'self'");
    expect(policy.get('style-src')).toBe(hashOf(await response.text(), 'style'));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('binds itself to the browser by a cookie that no script and no other site can use', async () => {
    const response = await createBrowser(server.url).open();
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^kith_session=[\w-]{43}; Path=\/auth; HttpOnly; SameSite=Strict$/);
  });

  test('marks the cookie Secure where browsers reach Kith by https', async () => {
    const secure = await startTokenIssuing({ publicUrl: 'https://kith.test' });
    const response = await createBrowser(secure.url).open();
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Secure-kith_session=.*; Secure; SameSite=Strict$/);
    await secure.close();
  });
});

describe('a right login', () => {
  test('shows the token once, in the element that the script copies from', async () => {
    const browser = createBrowser(server.url);
    await browser.open();
    const response = await browser.submit(right);
    const page = await response.text();
    const policy = policyOf(response);
    expect(response.status).toBe(200);
    expect(offlineTokenIn(page)).toMatch(/^kith_rt_[\w-]{43}$/);
    expect(page.split(offlineTokenIn(page) ?? '')).toHaveLength(2);
    expect(page).toContain('curl -d refresh_token=OFFLINE_TOKEN http://kith.test/auth/token');
    expect(policy.get('script-src')).toBe(hashOf(page, 'script'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('cannot be repeated by sending the form again', async () => {
    const browser = createBrowser(server.url);
    await browser.open();
    await browser.submit(right);
    const again = await browser.submit(right);
    expect(again.status).toBe(403);
    expect(offlineTokenIn(await again.text())).toBeNull();
  });

  test('leaves neither token nor password in the store', async () => {
    const browser = createBrowser(server.url);
    await browser.open();
    const token = offlineTokenIn(await (await browser.submit(right)).text()) ?? '';
    expect(server.store.contents()).not.toContain(token.replace('kith_rt_', ''));
    expect(server.store.contents()).not.toContain(ALICE.password);
    expect(server.store.contents()).toContain('$argon2id$v=19$m=');
  });
});

describe('a wrong login', () => {
  const submit = async (fields: Readonly<Record<string, string>>): Promise<Response> => {
    const own = await startTokenIssuing();
    const browser = createBrowser(own.url);
    await browser.open();
    const response = await browser.submit(fields);
    await own.close();
    return response;
  };
  const withoutNames = (page: string): string =>
    page.replace(/(name="csrf" value|name="username" type="text" value)="[^"]*"/g, '$1');

  test('answers alike whether or not the user exists', async () => {
    const known = await submit({ username: 'alice', password: 'wrong' });
    const unknown = await submit({ username: 'nobody', password: 'wrong' });
    expect([known.status, unknown.status]).toEqual([401, 401]);
    const [one, other] = [withoutNames(await known.text()), withoutNames(await unknown.text())];
    expect(one).toBe(other);
    expect(one).toMatch(/<p role="alert" id="problem">The user name or the password is wrong\.<\/p>/);
  });

  test.each([
    ['an over-long user name', { username: 'a'.repeat(257), password: ALICE.password }],
    ['an over-long password', { username: 'alice', password: 'p'.repeat(1_025) }],
    ['a password of a thousand emojis', { username: 'alice', password: '🔑'.repeat(1_000) }],
    ['no user name', { username: '', password: 'p' }],
    ['no password', { username: 'alice', password: '' }],
    ['no fields at all', {}],
  ])('%s is one', async (_, fields) => {
    const response = await submit(fields);
    expect(response.status).toBe(401);
    expect(offlineTokenIn(await response.text())).toBeNull();
  });

  test('shows what was typed as text', async () => {
    const response = await submit({ username: '"><script>alert(1)</script>', password: 'p' });
    expect(await response.text()).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});

describe('a form that is not ours', () => {
  test.each([
    ['with another token', { csrf: 'A'.repeat(43) }],
    ['without a token', { csrf: '' }],
  ])('%s is refused with the form to fill in again', async (_, fields) => {
    const browser = createBrowser(server.url);
    await browser.open();
    const response = await browser.submit({ ...right, ...fields });
    const page = await response.text();
    expect(response.status).toBe(403);
    expect(page).toContain('<form method="post">');
    expect(offlineTokenIn(page)).toBeNull();
    expect((await browser.submit(right)).status).toBe(200);
  });

  test('from a browser without the cookie is refused', async () => {
    const owner = createBrowser(server.url);
    const csrf = /name="csrf" value="([^"]*)"/.exec(await (await owner.open()).text())?.[1] ?? '';
    const response = await createBrowser(server.url).submit({ ...right, csrf });
    expect(response.status).toBe(403);
  });

  test('from another site is refused even with cookie and token', async () => {
    const browser = createBrowser(server.url, { 'sec-fetch-site': 'cross-site' });
    await browser.open();
    expect((await browser.submit(right)).status).toBe(403);
  });

  test('with a repeated field, or that is none, is refused', async () => {
    const repeated = new URLSearchParams([
      ['username', 'alice'],
      ['username', 'bob'],
    ]);
    const address = `${server.url}/auth/offline-token`;
    expect((await fetch(address, { method: 'POST', body: repeated })).status).toBe(403);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(403);
  });

  test('that is far too large is refused as a page', async () => {
    const body = new URLSearchParams({ password: 'p'.repeat(40_000) });
    const response = await fetch(`${server.url}/auth/offline-token`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('role="alert"');
  });
});

describe('everything else', () => {
  test.each([
    ['PUT', '/auth/offline-token'],
    ['OPTIONS', '/auth/offline-token'],
    ['GET', '/auth/offline-token/'],
    ['GET', '/auth/OFFLINE-TOKEN'],
    ['POST', '/.well-known/jwks.json'],
    ['GET', '/auth'],
  ])('%s %s is not found', async (method, path) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('a store that is down gives a page with the request id', async () => {
    const broken = await startTokenIssuing();
    const browser = createBrowser(broken.url, { 'x-request-id': 'request-1' });
    await browser.open();
    broken.store.breakDown();
    const response = await browser.submit(right);
    const page = await response.text();
    expect(response.status).toBe(500);
    expect(page).toContain('request-1');
    expect(page).not.toContain('the store is down');
    await broken.close();
  });
});
