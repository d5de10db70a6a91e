import { decodeUmdidCookie } from '@kith/contracts';
import { packedOnce, pageFileHandler, type Live } from '@kith/platform';
import { Router, type RequestHandler } from 'express';
import type { WatchedDecisions } from './decisions/watch-decisions.ts';
import { isOnThisMachine } from './is-on-this-machine.ts';
import { demoPageHandler } from './page/demo-page-handler.ts';
import { readDemoFiles } from './page/demo-files.ts';

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
