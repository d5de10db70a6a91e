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

/** What the visitor's `umdid` cookie says; `malformed` is the visitor's bad luck and no error. */
export const readVisitorCookie = (
  cookies: Readonly<Record<string, string | undefined>>,
): UmdidCookie | 'absent' | 'malformed' => {
  const value = cookies['umdid'];
  return value === undefined ? 'absent' : (decodeUmdidCookie(value) ?? 'malformed');
};

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
