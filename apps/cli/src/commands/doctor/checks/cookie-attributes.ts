import { findingsOf, type Finding } from './finding.ts';
import { isTakenAway, type SetCookie } from '../observing/set-cookie.ts';
import { siteDomain, type Subject } from '../observing/subject.ts';

const { warn, fail } = findingsOf('cookie');

const UNCHANGED = 'let the proxy in front pass Set-Cookie on unchanged';
const HOST =
  'let the proxy in front pass Host on (nginx: `proxy_set_header Host $host`), for Kith leaves Domain out for localhost and IP addresses; and let it pass Set-Cookie on unchanged';
const MAX_AGE = '31536000';

/** What is wrong with the attributes of `umdid` (docs/behaviour.md#the-cookie). */
export const attributeFaults = (cookie: SetCookie, subject: Subject): readonly Finding[] => [
  ...flagFaults(cookie),
  ...(isTakenAway(cookie) ? [] : maxAgeFaults(cookie)),
  ...(subject.isLocal ? [] : domainFaults(cookie, subject)),
];

const flagFaults = ({ attributes }: SetCookie): readonly Finding[] => {
  const is = (name: string, wanted: string): boolean => attributes.get(name)?.toLowerCase() === wanted;
  const lacks = (told: string): Finding => fail(`umdid is not ${told}`, UNCHANGED);
  return [
    ...(is('samesite', 'none') ? [] : [lacks('SameSite=None')]),
    ...(attributes.has('secure') ? [] : [lacks('Secure')]),
    ...(attributes.has('httponly') ? [] : [lacks('HttpOnly')]),
    ...(is('path', '/') ? [] : [lacks('Path=/')]),
  ];
};

const maxAgeFaults = ({ attributes }: SetCookie): readonly Finding[] => {
  const maxAge = attributes.get('max-age');
  if (maxAge === MAX_AGE) return [];
  if (Number(maxAge ?? 0) > 0) {
    return [
      warn(
        `umdid lives ${maxAge} seconds, not ${MAX_AGE}`,
        'set `cookie.maxAge` of the pipeline to 31536000',
      ),
    ];
  }
  return [fail('umdid ends with the session of the browser, for want of a Max-Age', UNCHANGED)];
};

const domainFaults = ({ attributes }: SetCookie, { endpoint, site }: Subject): readonly Finding[] => {
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  const wanted = siteDomain(new URL(site).hostname) ?? 'the domain of the website';
  const set = `set \`cookie.domain\` of the pipeline to ${wanted}`;
  if (domain === undefined) return [fail('umdid has no Domain: other hosts of the site never see it', HOST)];
  const outside = [endpoint.hostname, new URL(site).hostname].find((host) => !isWithin(host, domain));
  if (outside !== undefined) return [fail(`${outside} is not within the Domain ${domain} of umdid`, set)];
  return siteDomain(domain) === null ? [fail(`no browser takes a cookie for all of ${domain}`, set)] : [];
};

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
