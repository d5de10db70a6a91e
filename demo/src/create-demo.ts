import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeUmdidCookie } from '@kith/contracts';
import {
  type Live,
  packedOnce,
  pageFileHandler,
  SCRIPT_TYPE,
  SHEET_TYPE,
  type UnpackedFile,
} from '@kith/platform';
import { type RequestHandler, Router } from 'express';
import type { WatchedDecisions } from './decisions/watch-decisions.ts';
import { BEHIND_STYLE } from './page/behind-style.ts';
import { demoPageHandler } from './page/demo-page-handler.ts';
import { SHOP_STYLE } from './page/shop-style.ts';

const loopback = new BlockList();

loopback.addSubnet('127.0.0.0', 8, 'ipv4');

loopback.addAddress('::1', 'ipv6');

/** Headers that proxies add: one on this machine may send the address of this machine as the host. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Beside the sources as beside the build: browsers only get what was built. */
const SCRIPTS = fileURLToPath(new URL('../dist/demo-page/', import.meta.url));

export interface DemoDeps {
  readonly decisions: Pick<WatchedDecisions, 'of'>;
  /** Whether the configuration in force has the pipeline of the demo. */
  readonly isConfigured: Live<boolean>;
}

/**
 * `/demo`: a small shop with the tag, and beside it what Kith makes of its visitor. For browsers on this machine alone.
 * What it shows of a profile it asks from the info endpoint, as any page of the site may; of decisions it shows those
 * about the requests of the browser's own device.
 */
export const createDemo = ({ decisions, isConfigured }: DemoDeps): Router => {
  const files = packedOnce(readDemoFiles);
  const onThisMachine: RequestHandler = (request, _response, next) =>
    isConfigured.current() && isOnThisMachine(request.headers) ? next() : next('router');
  // Relative addresses of the page mean something else below `/demo/`.
  const router = Router({ strict: true });
  router.use('/demo', onThisMachine);
  router.get('/demo', demoPageHandler(files));
  router.get('/demo/', withoutSlash);
  router.get('/demo/files/:version/:name', pageFileHandler(files));
  router.get('/demo/decisions', decisionsHandler(decisions));
  return router;
};

const withoutSlash: RequestHandler = (request, response) => {
  const [, query] = request.originalUrl.split('?');
  response.redirect(308, query === undefined ? '../demo' : `../demo?${query}`);
};

const COOKIE = /(?:^|;\s*)umdid=([^;]*)/;

const decisionsHandler =
  (decisions: DemoDeps['decisions']): RequestHandler =>
  (request, response) => {
    const cookie = decodeUmdidCookie(COOKIE.exec(request.headers.cookie ?? '')?.[1] ?? '');
    // Without a device there is nothing to show yet, and the watch begins all the same.
    const found = decisions.of(cookie?.umdid ?? null);
    response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' });
    response.json({ decisions: found });
  };

/** The files of the page: its scripts, which lie in one folder, and its style. */
const readDemoFiles = async (): Promise<readonly UnpackedFile[]> => {
  const names = (await readdir(SCRIPTS)).filter((name) => name.endsWith('.js'));
  const scripts = names.map(async (name) => ({
    name,
    type: SCRIPT_TYPE,
    bytes: await readFile(join(SCRIPTS, name)),
  }));
  const style = { name: 'demo.css', type: SHEET_TYPE, bytes: Buffer.from(SHOP_STYLE + BEHIND_STYLE) };
  return [...(await Promise.all(scripts)), style];
};

/**
 * Whether a browser reaches this server as `localhost` or by a loopback address, and no proxy between. A page elsewhere
 * cannot pretend to: a browser sends the host of the address that it asks.
 */
const isOnThisMachine = (headers: IncomingHttpHeaders): boolean =>
  isLoopback(headers.host) && FORWARDED.every((name) => headers[name] === undefined);

const isLoopback = (host = ''): boolean => {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const address = name.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  return name === 'localhost' || (family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'));
};
