import { isIP } from 'node:net';
import { decodeUmdidCookie, encodeUmdidCookie, type UmdidCookie } from '@kith/contracts';
import type { CookieRules } from '@kith/domain/pipeline';
import { memoize } from '@kith/platform';
import { parse, stringifySetCookie } from 'cookie';
import { hostNameOf } from './own-site.ts';

/** The cookies of a request; of a name that came twice, the first. */
export const cookiesOf = (header: string | undefined): Readonly<Record<string, string | undefined>> =>
  header === undefined ? {} : parse(header);

const NAME = 'umdid=';

const BEGINS_COOKIE = /(?:^|;)\s*$/;

/**
 * What the visitor's `umdid` cookie says; `malformed` is the visitor's bad luck and no error. A browser may send
 * several (of other paths or domains): the first that can be read counts.
 */
export const readVisitorCookie = (header = ''): UmdidCookie | 'absent' | 'malformed' => {
  let found: 'absent' | 'malformed' = 'absent';
  for (let at = header.indexOf(NAME); at >= 0; at = header.indexOf(NAME, at + 1)) {
    if (!BEGINS_COOKIE.test(header.slice(0, at))) continue;
    const end = header.indexOf(';', at);
    const decoded = decodeUmdidCookie(header.slice(at + NAME.length, end < 0 ? undefined : end).trim());
    if (decoded !== null) return decoded;
    found = 'malformed';
  }
  return found;
};

/** Makes the `Set-Cookie` header of a pipeline's answers to a `Host`. */
export type VisitorCookieHeader = (cookie: UmdidCookie, host: string | undefined) => string;

/** So many hosts as one pipeline serves are known before they come again. */
const REMEMBERED = 512;

/** Prepares what never changes in the `Set-Cookie` headers of a pipeline (docs/behaviour.md#the-cookie). */
export const visitorCookieHeader = (rules: CookieRules): VisitorCookieHeader => {
  const attributesFor = memoize(REMEMBERED, (host: string) => attributesOf(rules, host));
  return (cookie, host = '') => `${NAME}${encodeUmdidCookie(cookie)}${attributesFor(host)}`;
};

/** The `Set-Cookie` header with which a browser forgets the pipeline's cookie. */
export const forgottenCookieHeader = (rules: CookieRules, host = ''): string =>
  `${NAME}${attributesOf({ ...rules, maxAge: 0 }, host)}`;

/** No browser accepts a Domain on `localhost` or an IP host. */
const attributesOf = ({ domain, maxAge }: CookieRules, host: string): string => {
  const name = hostNameOf(host);
  const hasDomain = name !== 'localhost' && isIP(name.replace(/^\[|\]$/g, '')) === 0;
  const empty = stringifySetCookie({
    name: 'umdid',
    value: '',
    maxAge,
    ...(hasDomain ? { domain } : {}),
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'none',
  });
  return empty.slice(NAME.length);
};
