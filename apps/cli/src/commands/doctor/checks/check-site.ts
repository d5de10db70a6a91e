import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import { siteDomain } from '../observing/subject.ts';

const { ok, none, fail } = findingsOf('site');

/** The endpoint must be of the website's own domain, or its cookie is a third party's. */
export const checkSite = ({ subject }: Pick<Observation, 'subject'>): readonly Finding[] => {
  const [host, siteHost] = [subject.endpoint.hostname, new URL(subject.site).hostname];
  if (subject.isLocal) return [none(`${host} belongs to no website`)];
  const [domain, wanted] = [siteDomain(host), siteDomain(siteHost)];
  if (domain !== null && domain === wanted) return [ok(`${host} and ${siteHost} are one site: ${domain}`)];
  return [
    fail(
      `${host} and ${siteHost} are two sites, so browsers block the cookie or forget it`,
      `publish Kith under a host of the website's domain, such as id.${wanted ?? siteHost}`,
    ),
  ];
};
