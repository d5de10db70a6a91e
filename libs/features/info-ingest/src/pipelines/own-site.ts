import type { IncomingHttpHeaders } from 'node:http';
import { problemKind } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { memoize, Problem } from '@kith/platform';

/** What a request shows of the page that made it, by the rules of one pipeline (docs/behaviour.md#other-sites). */
export interface OwnSite {
  /**
   * Whether pages of an origin may read answers: the origin is on the pipeline's list, or https on the default port
   * within its cookie domain. CORS echoes exactly these, and the cross-site guard lets exactly these through, beside
   * the request's own host.
   */
  isTrustedOrigin(origin: string): boolean;
  /** Whether a page of another site made the request; one that shows nothing comes from a server or an app. */
  isCrossSite(headers: IncomingHttpHeaders): boolean;
}

/** The page of an `Origin` or `Referer`. */
interface Page {
  readonly hostname: string;
  readonly isTrusted: boolean;
  /** What only looks like an origin (a path, a user name) is none. */
  readonly isOrigin: boolean;
}

/** So many origins and hosts as a pipeline serves are known before they come again. */
const REMEMBERED = 512;

/** The own site of a pipeline, with a memory of the origins and hosts that come with every request. */
export const createOwnSite = (pipeline: PipelineRules): OwnSite => {
  const pageOf = memoize(REMEMBERED, (text): Page | null => readPage(pipeline, text));
  const hostName = memoize(REMEMBERED, hostNameOf);
  const originOf = (text: string): Page | null => {
    const page = pageOf(text);
    return page?.isOrigin === true ? page : null;
  };
  const isOwn = (page: Page | null, host = ''): boolean =>
    page !== null && (page.isTrusted || (page.hostname !== '' && page.hostname === hostName(host)));
  return {
    isTrustedOrigin: (origin) => originOf(origin)?.isTrusted === true,
    isCrossSite: (headers) => {
      const { origin, referer = '', host } = headers;
      if (origin !== undefined) return !isOwn(originOf(origin), host);
      if (referer !== '') return !isOwn(pageOf(referer), host);
      return headers['sec-fetch-site'] === 'cross-site';
    },
  };
};

/** The answer to a request that a page of another site made. */
export const crossSite = (): Problem =>
  new Problem(problemKind('cross_site'), { detail: 'the request comes from another site' });

/** Whether the caller is a browser, as far as its headers tell. */
export const isBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined ||
  headers.referer !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));

/** The host name of a Host header, without port, in lower case; empty where there is none. */
export const hostNameOf = (host: string): string => parseUrl(`http://${host}`)?.hostname ?? '';

const readPage = (pipeline: PipelineRules, text: string): Page | null => {
  const url = parseUrl(text);
  if (url === null) return null;
  return {
    hostname: url.hostname,
    isTrusted: pipeline.origins.has(url.origin) || isWithinCookieDomain(pipeline, url),
    isOrigin: url.origin === text,
  };
};

const isWithinCookieDomain = ({ cookie }: PipelineRules, { protocol, port, hostname }: URL): boolean =>
  cookie !== null &&
  protocol === 'https:' &&
  port === '' &&
  (hostname === cookie.domain || hostname.endsWith(`.${cookie.domain}`));

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
