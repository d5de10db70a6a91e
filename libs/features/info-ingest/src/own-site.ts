import type { IncomingHttpHeaders } from 'node:http';
import type { PipelineRules } from '@kith/domain/pipeline';

/**
 * Whether pages of an origin may read answers: the origin is on the pipeline's list, or https on the default port
 * within its cookie domain. CORS echoes exactly these, and the cross-site guard lets exactly these through, beside the
 * request's own host (behaviour.md section 2).
 */
export const isTrustedOrigin = (pipeline: PipelineRules, origin: string): boolean =>
  pipeline.origins.has(origin) || isWithinCookieDomain(pipeline, parseOrigin(origin));

/** Whether a request shows that a page of another site made it; one that shows nothing comes from a server or an app. */
export const isCrossSite = (pipeline: PipelineRules, headers: IncomingHttpHeaders): boolean => {
  const { origin, referer } = headers;
  if (origin !== undefined) return !isTrustedPage(pipeline, origin, headers.host);
  if (referer !== undefined && referer !== '') return !isTrustedPage(pipeline, referer, headers.host);
  return headers['sec-fetch-site'] === 'cross-site';
};

/** Whether the caller is a browser, as far as its headers tell. */
export const isBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined ||
  headers.referer !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));

/** The host name of a Host header, without port, in lower case. */
export const hostNameOf = (host: string | undefined): string =>
  parseUrl(`http://${host ?? ''}`)?.hostname ?? '';

const isTrustedPage = (pipeline: PipelineRules, page: string, host: string | undefined): boolean => {
  const url = parseUrl(page);
  if (url === null) return false;
  return isOwnHost(url, host) || isTrustedOrigin(pipeline, url.origin);
};

const isOwnHost = (url: URL, host: string | undefined): boolean =>
  url.hostname !== '' && url.hostname === hostNameOf(host);

const isWithinCookieDomain = ({ cookie }: PipelineRules, url: URL | null): boolean =>
  cookie !== null &&
  url !== null &&
  url.protocol === 'https:' &&
  url.port === '' &&
  (url.hostname === cookie.domain || url.hostname.endsWith(`.${cookie.domain}`));

/** What only looks like an origin (a path, a user name) is none. */
const parseOrigin = (text: string): URL | null => {
  const url = parseUrl(text);
  return url?.origin === text ? url : null;
};

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
