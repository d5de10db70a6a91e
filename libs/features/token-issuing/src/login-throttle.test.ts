import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAdmission, createKeyring, createMetrics, deadlineIn } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { createBrowser, offlineTokenIn, type Browser } from './browser.fake.ts';
import { createLoginThrottle, type LoginThrottle } from './login/login-throttle.ts';
import { ALICE, SECRETS, startTokenIssuing, type TokenIssuingServer } from './token-issuing-server.fake.ts';

const MINUTE_MS = 60_000;
const right = { username: ALICE.username, password: ALICE.password };
const wrong = { username: ALICE.username, password: 'wrong' };

let server: TokenIssuingServer;
let browser: Browser;
const endings = useEndings(afterEach);
beforeEach(async () => {
  server = await startTokenIssuing();
  endings.push(() => server.close());
  browser = createBrowser(server.url);
  await browser.open();
});

const times = async (count: number, submit: (index: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await submit(index)).status);
  return statuses;
};

const retryAfter = (response: Response): number => Number(response.headers.get('retry-after'));

const throttleOver = ({ store, world }: TokenIssuingServer): LoginThrottle =>
  createLoginThrottle({
    tries: store.loginTries,
    keyring: createKeyring(SECRETS),
    clock: () => world.now,
    newId: randomUUID,
    beginnings: createAdmission({ work: 'login tries', least: 1, most: 1, metrics: createMetrics('test') }),
  });

describe('a user name at one address', () => {
  test('has five tries in fifteen minutes, then must wait with the right password too', async () => {
    expect(await times(5, () => browser.submit(wrong))).toEqual([401, 401, 401, 401, 401]);
    const refused = await browser.submit(right);
    const page = await refused.text();
    expect(refused.status).toBe(429);
    expect(retryAfter(refused)).toBe(15 * 60);
    expect(page).toContain('There were too many tries. Please try again in 15 minutes.');
    expect(offlineTokenIn(page)).toBeNull();
  });

  test('may try again when the first failure is fifteen minutes old', async () => {
    await times(5, () => browser.submit(wrong));
    server.world.now += 15 * MINUTE_MS + 1;
    expect((await browser.submit(right)).status).toBe(200);
  });

  test('is treated alike where there is no such user', async () => {
    expect(await times(6, () => browser.submit({ username: 'nobody', password: 'p' }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('starts afresh after a right login', async () => {
    await times(4, () => browser.submit(wrong));
    await browser.submit(right);
    await browser.open();
    expect(await times(5, () => browser.submit(wrong))).toEqual([401, 401, 401, 401, 401]);
  });

  test('has no more tries when they come all at once', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => browser.submit(wrong)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(7).fill(429),
    ]);
    expect(responses.filter(({ status }) => status === 429).map(retryAfter)).toEqual(Array(7).fill(15 * 60));
  });

  test('logs in as often as wanted with the right password, also all at once', async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, () => browser.submit(right)));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  test('is remembered over a restart, by keyed hashes alone', async () => {
    await times(5, () => browser.submit(wrong));
    const restarted = await startTokenIssuing({ store: server.store });
    const later = createBrowser(restarted.url);
    await later.open();
    expect((await later.submit(right)).status).toBe(429);
    expect(server.store.contents()).not.toContain(server.world.address);
    await restarted.close();
  });
});

describe('an address', () => {
  test('has fifty tries over all user names', async () => {
    const statuses = await times(51, (index) => browser.submit({ username: `user${index}`, password: 'p' }));
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(statuses[50]).toBe(429);
    server.world.address = '192.0.2.2';
    expect((await browser.submit(right)).status).toBe(200);
  });

  test('is the whole network of an IPv6 household', async () => {
    const statuses = await times(6, (index) => {
      server.world.address = `2001:db8::${index + 1}`;
      return browser.submit(wrong);
    });
    expect(statuses[5]).toBe(429);
  });
});

describe('a user name from many addresses', () => {
  const tryFrom = (address: string, fields: Readonly<Record<string, string>>): Promise<Response> => {
    server.world.address = address;
    return browser.submit(fields);
  };

  test('waits longer after every failure, with the right password too', async () => {
    await times(5, (index) => tryFrom(`198.51.100.${index}`, wrong));
    const first = await tryFrom('203.0.113.1', right);
    expect([first.status, retryAfter(first)]).toEqual([429, 1]);
    server.world.now += 1_000;
    expect((await tryFrom('203.0.113.2', wrong)).status).toBe(401);
    const second = await tryFrom('203.0.113.3', right);
    expect([second.status, retryAfter(second)]).toEqual([429, 2]);
    server.world.now += 2_000;
    expect((await tryFrom('203.0.113.3', right)).status).toBe(200);
  });
});

test('of forty tries that begin at once five do', async () => {
  const throttle = throttleOver(server);
  const begin = () => throttle.begin(deadlineIn(400), { username: 'alice', address: '192.0.2.9' });
  const tries = await Promise.all(Array.from({ length: 40 }, begin));
  expect(tries.filter(({ kind }) => kind === 'begun')).toHaveLength(5);
});

test('two processes over one store let no more begin than one', async () => {
  const throttles = [throttleOver(server), throttleOver(server)];
  const begin = (_: unknown, index: number) =>
    throttles[index % 2]!.begin(deadlineIn(400), { username: 'alice', address: '192.0.2.9' });
  const tries = await Promise.all(Array.from({ length: 40 }, begin));
  expect(tries.filter(({ kind }) => kind === 'begun')).toHaveLength(5);
});

test('of tries that only others under way keep out a bounded number waits, the rest is told a second', async () => {
  const throttle = throttleOver(server);
  const begin = () => throttle.begin(deadlineIn(60_000), { username: 'alice', address: '192.0.2.9' });
  const tries = await Promise.all(Array.from({ length: 5 }, begin));
  const others = Array.from({ length: 40 }, begin);
  const turnedAway = await Promise.all(others.slice(32));
  expect(turnedAway).toEqual(Array(8).fill({ kind: 'tooMany', waitMs: 1_000 }));
  for (const one of tries) if (one.kind === 'begun') await one.end('failed');
  const waited = await Promise.all(others.slice(0, 32));
  expect(waited).toEqual(Array(32).fill({ kind: 'tooMany', waitMs: 15 * MINUTE_MS }));
});
