import { isIPv4 } from 'node:net';
import { findingsOf, type Finding } from './finding.ts';
import type { Observation } from '../observing/observation.ts';
import type { Names } from '../observing/look-up.ts';
import { siteDomain } from '../observing/subject.ts';

const { ok, none, warn, fail } = findingsOf('dns');

/** What the name leads to; Safari looks at it before it believes that a cookie is the site's own. */
export const checkDns = ({ subject, names }: Pick<Observation, 'subject' | 'names'>): readonly Finding[] => {
  if (names === null) return [none('the name was not looked up')];
  const { hostname } = subject.endpoint;
  if (names.addresses.length === 0) {
    return [fail(`${hostname} has no address`, `add an A and an AAAA record for ${hostname}`)];
  }
  const doubts = [...strangeAlias(hostname, names), ...strangeAddress(names)];
  return doubts.length > 0 ? doubts : [ok(`${hostname} leads to ${names.addresses.join(', ')}`)];
};

const strangeAlias = (host: string, { alias }: Names): readonly Finding[] =>
  alias === null || siteDomain(alias) === siteDomain(host)
    ? []
    : [
        warn(
          `${host} is an alias of ${alias}, which is another site: Safari keeps such a cookie for seven days only`,
          'use A and AAAA records in the place of the CNAME, with addresses near those of the website',
        ),
      ];

const strangeAddress = ({ addresses, siteAddresses }: Names): readonly Finding[] => {
  const near = new Set(siteAddresses.map(firstHalf));
  if (siteAddresses.length === 0 || addresses.some((address) => near.has(firstHalf(address)))) return [];
  return [
    warn(
      `${addresses.join(', ')} is in another network than the website (${siteAddresses.join(', ')}): Safari keeps such a cookie for seven days only`,
      'lead both hosts to the same load balancer or CDN',
    ),
  ];
};

/** What Safari compares: 16 bits of an IPv4 address, 64 of an IPv6 one. */
const firstHalf = (address: string): string =>
  isIPv4(address) ? address.split('.').slice(0, 2).join('.') : wholeIpv6(address).slice(0, 4).join(':');

const wholeIpv6 = (address: string): readonly string[] => {
  const [head = '', tail] = address.split('::').map((part) => part);
  const [before, after] = [groups(head), groups(tail ?? '')];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};

const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
