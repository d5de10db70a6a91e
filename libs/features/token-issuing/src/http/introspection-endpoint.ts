import type { RequestHandler } from 'express';
import type { Introspect } from '../tokens/introspect.ts';
import { formOf } from './form.ts';
import type { InTime } from './in-time.ts';
import { refuse } from './oauth-error.ts';

export interface IntrospectionEndpointDeps {
  readonly introspect: Introspect;
  readonly inTime: InTime;
}

/** `POST /auth/introspect` (RFC 7662): what a token is good for; 200 also for one that nobody has. */
export const introspectionEndpoint =
  ({ introspect, inTime }: IntrospectionEndpointDeps): RequestHandler =>
  async (request, response) => {
    const token = formOf(request)?.get('token') ?? '';
    if (token === '') {
      return refuse(response, 'invalid_request', 'The URL-encoded form must have the field token, once.');
    }
    response.json(await inTime('the introspection', (deadline) => introspect(deadline, token)));
  };
