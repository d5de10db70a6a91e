import { decodeUmdidCookie } from '@kith/contracts';
import type { Reply } from '../ask.ts';
import { findingsOf } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from '../observation.ts';
import { umdidCookiesOf } from '../set-cookie.ts';
import type { SetCookie } from '../set-cookie.ts';
import type { Subject } from '../subject.ts';
import { siteDomain } from '../subject.ts';
import { spokenIn } from './check-answer.ts';

const { ok, warn, fail } = findingsOf('cookie');

const UNCHANGED = 'let the proxy in front pass Set-Cookie on unchanged';
const HOST =
  'let the proxy in front pass Host on (nginx: `proxy_set_header Host $host`), for Kith leaves Domain out for localhost and IP addresses; and let it pass Set-Cookie on unchanged';
/** In the settings of the tag. */
const WAITS_FOR_NONE = /"requires":\[\]/;
const MAX_AGE = '31536000';

/** The cookie `umdid`: attribute by attribute, and its value (specification, Cookie `umdid`). */
export const checkCookie = ({
  subject,
  visit,
  plainTag,
}: Pick<Observation, 'subject' | 'visit' | 'plainTag'>): readonly Finding[] => {
  const cookies = umdidCookiesOf(visit.headers);
  const [cookie] = cookies;
  if (cookie === undefined) return [absent(plainTag)];
  const faults = [
    ...(cookies.length > 1 ? [fail(`the answer sets umdid ${cookies.length} times`, UNCHANGED)] : []),
    ...valueFaults(cookie, visit.text),
    ...attributeFaults(cookie),
    ...(subject.isLocal ? [] : domainFaults(cookie, subject)),
  ];
  const domain = cookie.attributes.get('domain');
  return faults.length > 0
    ? faults
    : [ok(`umdid is set as specified, ${domain === undefined ? 'for this host' : `for ${domain}`}`)];
};

/**
 * A pipeline with `cookie: false` has no tag. Where there is one that waits for no permission, each visitor gets a
 * cookie.
 */
const absent = (tag: Reply): Finding => {
  if (tag.kind === 'answered' && tag.status === 200 && WAITS_FOR_NONE.test(tag.text)) {
    return fail(
      'no cookie umdid is set, though the pipeline has one (it has tag.js): nobody is recognised',
      'let the proxy in front pass Set-Cookie on, for each answer and unchanged',
    );
  }
  return warn(
    'no cookie umdid is set',
    'that is right with `cookie: false`, and before the permission of `cookie.requires`; else let the proxy in front pass Set-Cookie on',
  );
};

const valueFaults = ({ value }: SetCookie, answer: string): readonly Finding[] => {
  const spoken = decodeUmdidCookie(value);
  if (spoken === null) return [fail('the value of umdid is not base64 of umdid|umid|type', UNCHANGED)];
  return spoken.umid === spokenIn(answer)?.umid
    ? []
    : [fail('cookie and answer name different umids', 'see that nothing in front caches or mixes answers')];
};

const attributeFaults = ({ attributes }: SetCookie): readonly Finding[] => {
  const is = (name: string, wanted: string): boolean => attributes.get(name)?.toLowerCase() === wanted;
  const lacks = (told: string): Finding => fail(`umdid is not ${told}`, UNCHANGED);
  return [
    ...(is('samesite', 'none') ? [] : [lacks('SameSite=None')]),
    ...(attributes.has('secure') ? [] : [lacks('Secure')]),
    ...(attributes.has('httponly') ? [] : [lacks('HttpOnly')]),
    ...(is('path', '/') ? [] : [lacks('Path=/')]),
    ...maxAgeFaults(attributes.get('max-age')),
  ];
};

const maxAgeFaults = (maxAge: string | undefined): readonly Finding[] => {
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
