import { expect, test } from 'vitest';
import type { Received } from '../kit/conforming.ts';
import { send } from '../kit/http.ts';
import { createVisitor } from '../kit/visitor.ts';

const perAddress = '/op/fewPerAddress/info?out=json&permissions';
const perDevice = '/op/fewPerDevice/info?out=json&permissions';

/** `rateLimits` (docs/behaviour.md#rate-limits). The Kith believes what proxies on this machine say of addresses. */
export const defineRateLimits = (url: () => string): void => {
  const from = (address: string, path = perAddress): Promise<Received> =>
    send(url(), path, { headers: { 'x-forwarded-for': address } });
  const statuses = async (times: number, request: () => Promise<Received>): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (let time = 0; time < times; time += 1) seen.push((await request()).status);
    return seen;
  };

  test('let an address through as often as they say, then tell it when to come again', async () => {
    expect(await statuses(6, () => from('203.0.113.1'))).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await from('203.0.113.1');
    expect(refused.headers['set-cookie']).toBeUndefined();
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(720);
    expect((await from('203.0.113.2')).status).toBe(200);
  });

  test('count an address by what no proxy of ours has said', async () => {
    let claimed = 0;
    const seen = await statuses(6, () => from(`198.51.100.${(claimed += 1)}, 203.0.113.3`));
    expect(seen.at(-1)).toBe(429);
  });

  test('count the addresses of one line of IPv6 as one', async () => {
    let host = 0;
    const seen = await statuses(6, () => from(`2001:db8:1:2::${(host += 1)}`));
    expect(seen.at(-1)).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
  });

  test('let nothing of a refused request take effect', async () => {
    const visitor = createVisitor(url());
    const headers = { 'x-forwarded-for': '203.0.113.4' };
    await statuses(5, () => visitor.get(perAddress, headers));
    const refused = await visitor.post(perAddress, { permission: { 'CS-OPT': true } }, headers);
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    const after = await visitor.get(perAddress, { 'x-forwarded-for': '203.0.113.5' });
    expect(after.json()).toMatchObject({ permissions: {} });
  });

  test('count neither preflights nor other pipelines, and let a page of ours read the refusal', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.6',
      origin: 'https://www.example.com',
      host: 'd.example.com',
    };
    expect((await statuses(9, () => send(url(), perAddress, { method: 'OPTIONS', headers }))).at(-1)).toBe(
      204,
    );
    await statuses(5, () => send(url(), perAddress, { headers }));
    const refused = await send(url(), perAddress, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers['access-control-allow-origin']).toBe('https://www.example.com');
    expect((await send(url(), '/op/web/info', { headers })).status).toBe(200);
  });

  test('count each device for itself, and none where a visitor has no device yet', async () => {
    const [one, other] = [createVisitor(url()), createVisitor(url())];
    await one.get('/op/web/info');
    await other.get('/op/web/info');
    expect(await statuses(4, () => one.get(perDevice))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => other.get(perDevice))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => send(url(), perDevice))).toEqual([200, 200, 200, 200]);
  });
};
