import type { Random } from '@kith/testing/random';
import { randomUUID } from 'node:crypto';
import { hostileBody, hostileHeaders, hostileTarget } from './hostile-parts.ts';
import { pick, randomBytesOf } from './hostile-values.ts';

/** Bytes for a connection. */
export type HostileRequest = {
  readonly bytes: Buffer;
  /** An HTTP server can make a request of them. */
  readonly needsAnswer: boolean;
  /** Nothing may come after them on the connection. */
  readonly isLast: boolean;
};

/** Devices that come back again and again, so that what they leave in the store and the caches stays bounded. */
const devices = Array.from({ length: 200 }, () =>
  Buffer.from(`${randomUUID()}|${randomUUID()}|0`).toString('base64'),
);

const methods = ['OPTIONS', 'HEAD', 'PUT', 'get', 'FOO', 'POST\u00a0'];
const hosts = [
  'Host: 127.0.0.1',
  'Host: www.example.com',
  'Host: [::1',
  'Host: a@b:99999',
  'Host: \u00ff',
  'Host:',
];

/** Requests that no parser should make anything of. */
const noise: readonly ((random: Random) => string | Buffer)[] = [
  (random) => randomBytesOf(random, random(400)),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => Buffer.from('16030100a5010000a1030320', 'hex'),
  () => 'GET /op/web/info\r\n\r\n',
  () => 'GET /op/web/info HTTP/9.9\r\nHost: x\r\n\r\n',
  () => 'GET  /op/web/info HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'GET /op/web/info HTTP/1.1\nHost: x\n\n',
  () => 'GET /op/web/info HTTP/1.1\r\nHost : x\r\n\r\n',
  () => 'GET /op/web/info HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n',
  () => 'GET /op/web/info HTTP/1.1\r\nHost: x\r\nA\u0000B: c\r\n\r\n',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 0x10\r\n\r\n0123456789abcdef',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n{',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  () =>
    'POST /op/web/info HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
  () => 'POST /op/web/info HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  () =>
    `POST /op/web/info HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  () => 'G'.repeat(20_000),
  () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
];

/** The next of an endless stream of hostile requests, the same for the same seed but for the devices. */
export const nextHostile = (random: Random): HostileRequest => {
  if (random(15) !== 1) {
    const bytes = request(random);
    // Node's parser keeps silent about what is wrong with a request that follows an Upgrade which was passed over.
    return { bytes, needsAnswer: true, isLast: bytes.includes('Upgrade:') };
  }
  const noisy = pick(random, noise)(random);
  const bytes = typeof noisy === 'string' ? Buffer.from(noisy, 'latin1') : noisy;
  return { bytes, needsAnswer: false, isLast: true };
};

const request = (random: Random): Buffer => {
  const method = pick(random, random(8) === 1 ? methods : ['GET', 'POST', 'POST']);
  const lines = [`${method} ${hostileTarget(random)} HTTP/1.1`, host(random), ...hostileHeaders(random)];
  if (!lines.some((line) => line.startsWith('Cookie'))) lines.push(`Cookie: umdid=${pick(random, devices)}`);
  if (method === 'GET' || method === 'HEAD' || random(10) === 1) return headOf(lines);
  const { bytes, lines: about } = hostileBody(random);
  return random(4) === 1
    ? Buffer.concat([headOf([...lines, ...about, 'Transfer-Encoding: chunked']), ...chunked(random, bytes)])
    : Buffer.concat([headOf([...lines, ...about, `Content-Length: ${bytes.length}`]), bytes]);
};

const host = (random: Random): string => (random(10) === 1 ? pick(random, hosts) : 'Host: 127.0.0.1');

const headOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');

/** The bytes in chunks of random sizes. */
const chunked = (random: Random, bytes: Buffer): readonly Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const part = bytes.subarray(at, at + random(bytes.length));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  return [...parts, Buffer.from('0\r\n\r\n')];
};
