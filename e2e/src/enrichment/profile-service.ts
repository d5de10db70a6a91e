import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * An external profile service that is not well: a program of its own, so that it can be killed. The first part of a
 * path says how it behaves; what it saw it tells at `/seen`.
 */
const seen: { readonly path: string; readonly authorization: string }[] = [];

const MEBIBYTE = 1024 * 1024;
const good = { customer: { tier: 'gold', score: 7, vip: true, notes: ['not mapped'] } };

const json = (response: ServerResponse, text: string | Buffer, headers: object = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
};

const behaviours: Readonly<Record<string, (response: ServerResponse) => void>> = {
  good: (response) => json(response, JSON.stringify(good)),
  unknown: (response) => void response.writeHead(404).end('no such customer'),
  hangs: () => undefined,
  drips: (response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('{');
  },
  dies: (response) => void response.socket?.destroy(),
  diesInTheMiddle: (response) => {
    response.writeHead(200, { 'content-length': 1_000 });
    response.write('{"customer":{"tier":"gold"', () => response.socket?.destroy());
  },
  fails: (response) => void response.writeHead(500).end(JSON.stringify(good)),
  garbage: (response) => json(response, '{"customer":{"tier":"go'),
  html: (response) => json(response, '<html>Sign in</html>'),
  shape: (response) => json(response, '{"customer":{"tier":{"name":"gold"},"score":[1]}}'),
  deep: (response) => json(response, '['.repeat(100_000) + ']'.repeat(100_000)),
  huge: (response) => json(response, `"${'x'.repeat(10 * MEBIBYTE)}"`),
  bomb: (response) =>
    json(response, gzipSync(Buffer.alloc(50 * MEBIBYTE, ' ')), { 'content-encoding': 'gzip' }),
  redirects: (response) =>
    void response.writeHead(302, { location: '/good/elsewhere', 'content-type': 'application/json' }).end(),
};

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/seen') return json(response, JSON.stringify({ seen }));
  seen.push({ path, authorization: request.headers.authorization ?? '' });
  behaviours[path.split('/')[1] ?? '']?.(response);
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
