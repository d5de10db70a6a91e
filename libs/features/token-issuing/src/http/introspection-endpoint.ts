import type { Introspect } from '../tokens/introspect.ts';
import type { InTime } from './in-time.ts';
import { OAuthRefusal } from './oauth-error.ts';
import type { OAuthEndpoint } from './oauth-front.ts';

export interface IntrospectionEndpointDeps {
  readonly introspect: Introspect;
  readonly inTime: InTime;
}

/** `POST /auth/introspect` (RFC 7662): what a token is good for; 200 also for one that nobody has. */
export const introspectionEndpoint =
  ({ introspect, inTime }: IntrospectionEndpointDeps): OAuthEndpoint =>
  async (form) => {
    const token = form?.get('token') ?? '';
    if (token === '') {
      throw new OAuthRefusal('invalid_request', 'The URL-encoded form must have the field token, once.');
    }
    return inTime('the introspection', (deadline) => introspect(deadline, token));
  };
