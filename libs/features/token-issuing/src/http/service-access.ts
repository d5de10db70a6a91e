import { createKeyring, type Keyring } from '@kith/platform';
import { OAuthRefusal } from './oauth-error.ts';
import type { OAuthEndpoints } from './oauth-front.ts';

/** The named secret whose values services show to be let in. */
export const INTROSPECTION_SECRET = 'introspection';
const BEARER = /^Bearer +([^\s]+)$/i;
const PROOF = 'service';

/** Lets a service pass that shows one of the keys in its `Authorization` header (RFC 7662 section 2.1). */
export const serviceAccess =
  (keyring: Keyring): OAuthEndpoints['access'] =>
  (request) => {
    const [header, ...others] = request.headersDistinct.authorization ?? [];
    const key = others.length === 0 ? BEARER.exec(header ?? '')?.[1] : undefined;
    if (key !== undefined && isAccepted(keyring, key)) return;
    const challenge = header === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
    throw new OAuthRefusal('invalid_client', 'The key of a service is needed as bearer token.', {
      status: 401,
      headers: { 'WWW-Authenticate': challenge },
    });
  };

/** The keys themselves stay in the keyring: what is compared, in constant time, is what the given key makes. */
const isAccepted = (keyring: Keyring, key: string): boolean => {
  const given = createKeyring({ [INTROSPECTION_SECRET]: [key] }).mac(INTROSPECTION_SECRET, PROOF);
  return keyring.verify(INTROSPECTION_SECRET, given, PROOF);
};
