import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { decodeUmdidCookie, encodeUmdidCookie } from '@kith/contracts';
import type { UmdidCookie } from '@kith/contracts';
import type { CookieRules } from '@kith/domain/pipeline';
import { parse, serialize } from 'cookie';
import { hostNameOf } from './own-site.ts';

/** The cookies of a request; of a name that came twice, the first. */
export const cookiesOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string | undefined>> =>
  headers.cookie === undefined ? {} : parse(headers.cookie);

/**
 * What the visitor's `umdid` cookie says; `malformed` is the visitor's bad luck and no error. A browser may send several
 * (of other paths or domains): the first that can be read counts.
 */
export const readVisitorCookie = ({
  cookie = '',
}: IncomingHttpHeaders): UmdidCookie | 'absent' | 'malformed' => {
  const values = Array.from(cookie.matchAll(UMDID_COOKIES), ([, value]) => value ?? '');
  if (values.length === 0) return 'absent';
  for (const value of values) {
    const decoded = decodeUmdidCookie(value.trim());
    if (decoded !== null) return decoded;
  }
  return 'malformed';
};

const UMDID_COOKIES = /(?:^|;)\s*umdid=([^;]*)/g;

/** The `Set-Cookie` header (specification, Cookie `umdid`). No browser accepts a Domain on `localhost` or an IP host. */
export const visitorCookieHeader = (
  cookie: UmdidCookie,
  rules: CookieRules,
  host: string | undefined,
): string => {
  const name = hostNameOf(host);
  const hasDomain = name !== 'localhost' && isIP(name.replace(/^\[|\]$/g, '')) === 0;
  return serialize('umdid', encodeUmdidCookie(cookie), {
    encode: (value) => value,
    maxAge: rules.maxAge,
    ...(hasDomain ? { domain: rules.domain } : {}),
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'none',
  });
};
