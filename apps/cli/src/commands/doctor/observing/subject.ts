import { isIP } from 'node:net';
import { getDomain } from 'tldts';

/** The endpoint that the doctor examines. */
export interface Subject {
  /** The info endpoint, without query. */
  readonly endpoint: URL;
  readonly pipeline: string;
  /** The origin of the website's pages. */
  readonly site: string;
  /** localhost or an IP address, where no browser knows a site and no cookie has a Domain. */
  readonly isLocal: boolean;
}

/** The endpoint as the command line names it. */
export interface SubjectWords {
  readonly pipeline?: string | undefined;
  readonly site?: string | undefined;
}

const ENDPOINT = /^(.*)\/op\/([^/]+)\/info$/;

/** The subject that the words name, or what is wrong with them. */
export const subjectOf = (address: URL, { pipeline, site }: SubjectWords): Subject | string => {
  const [, base, named] = ENDPOINT.exec(address.pathname) ?? [];
  const chosen = named ?? pipeline;
  if (chosen === undefined) return 'name the pipeline: by --pipeline, or by an address such as …/op/web/info';
  if (named !== undefined && pipeline !== undefined && pipeline !== named) {
    return `the address names the pipeline ${named}, --pipeline another one`;
  }
  const path = `${base ?? address.pathname.replace(/\/$/, '')}/op/${chosen}/info`;
  const endpoint = new URL(path, address.origin);
  const isLocal = isLocalHost(endpoint.hostname);
  return { endpoint, pipeline: chosen, site: site ?? siteBy(endpoint, isLocal), isLocal };
};

const isLocalHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/** Most sites answer at `www`; whose does not, says so by --site. */
const siteBy = ({ origin, hostname }: URL, isLocal: boolean): string =>
  isLocal ? origin : `https://www.${siteDomain(hostname) ?? hostname}`;

/**
 * The domain that a browser counts as one site (a public suffix and one label more), by the public suffix list with its
 * private part, as browsers read it; null for a public suffix itself.
 */
export const siteDomain = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });
