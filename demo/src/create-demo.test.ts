import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeUmdidCookie, type UmdidCookie } from '@kith/contracts';
import { createLive } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import express from 'express';
import { createDemo } from './create-demo.ts';

const UMDID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const COOKIE = encodeUmdidCookie({ umdid: UMDID, umid: UMDID, type: 0 } as unknown as UmdidCookie);
const DECISION = { number: 1, row: 'stay', sentence: 's', changes: [] } as const;

const configured = createLive(true);
let server: Server;

const endings = useEndings();
beforeAll(async () => {
  const decisions = { of: (umdid: string | null) => (umdid === UMDID ? [DECISION] : []) };
  const app = express();
  app.use(createDemo({ decisions, isConfigured: configured.live }));
  server = createServer(app);
  endings.push(() => once(server, 'close'));
  endings.push(() => server.close());
  endings.push(() => server.closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks with any Host, which `fetch` would not send. */
const get = (
  path: string,
  headers: Readonly<Record<string, string>> = { host: 'localhost:8080' },
): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path, headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });

describe('/demo', () => {
  test('is a page that may load nothing but its own files, its tag and its own requests', async () => {
    const { status, headers, text } = await get('/demo?tea=sencha');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src data:',
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<script async src="op/demo/tag.js"></script>');
  });

  test.each([
    ['/demo/', '../demo'],
    ['/demo/?tea=sencha&view=', '../demo?tea=sencha&view='],
  ])('is not at %s, which leads to it', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([308, location]);
    expect((await get(path, { host: 'id.example.com' })).status).toBe(404);
  });

  test('has files that browsers may keep for good', async () => {
    const { text } = await get('/demo');
    const files = Array.from(text.matchAll(/(?:src|href)="(demo\/files\/[^"]+)"/g), ([, path = '']) => path);
    expect(files).toHaveLength(3);
    for (const path of files) {
      const { status, headers } = await get(`/${path}`);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  test.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '127.8.8.8', '[::1]:8080'])(
    'is shown to a browser that asks %s',
    async (host) => {
      expect((await get('/demo', { host })).status).toBe(200);
    },
  );

  test.each(['id.example.com', 'localhost.example.com', '192.168.1.7:8080', '127.0.0.1.example.com'])(
    'is nothing to one that asks %s',
    async (host) => {
      for (const path of ['/demo', '/demo/decisions']) expect((await get(path, { host })).status).toBe(404);
    },
  );

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'is nothing to one that comes by a proxy, as %s shows',
    async (name) => {
      expect((await get('/demo', { host: '127.0.0.1:8080', [name]: '192.0.2.7' })).status).toBe(404);
    },
  );

  test('tells of decisions about the device of the cookie alone', async () => {
    const of = async (cookie: string) =>
      JSON.parse((await get('/demo/decisions', { host: 'localhost', cookie })).text) as unknown;
    expect(await of(`other=1; umdid=${COOKIE}`)).toEqual({ decisions: [DECISION] });
    expect(await of('umdid=nonsense')).toEqual({ decisions: [] });
    expect(await of('other=1')).toEqual({ decisions: [] });
  });

  test('is gone where the configuration in force has no pipeline for it', async () => {
    configured.replace(false);
    expect((await get('/demo')).status).toBe(404);
    configured.replace(true);
    expect((await get('/demo')).status).toBe(200);
  });
});
