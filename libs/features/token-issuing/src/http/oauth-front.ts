import { answer, Overload, RequestAborted, type Exchange, type Front } from '@kith/platform';
import { bodyRefusal, readForm, type Form } from './form.ts';
import { answerRefusal, OAuthRefusal } from './oauth-error.ts';

/** Answers a form with what becomes JSON, or with nothing; what it refuses it throws as `OAuthRefusal`. */
export type OAuthEndpoint = (form: Form | null) => Promise<object | null>;

export interface OAuthEndpoints {
  readonly token: OAuthEndpoint;
  readonly revoke: OAuthEndpoint;
  readonly introspect: OAuthEndpoint;
  /** Lets services pass, and throws `OAuthRefusal` for others. */
  readonly access: (request: Exchange['request']) => void;
}

/** `/auth/tokens` is a page. */
const AT_OR_BELOW_THE_ENDPOINTS = /^\/auth\/(?:token|revoke|introspect)(?:\/.*)?$/;

/** The paths of the endpoints for programs, and those below. */
export const OAUTH_PATHS: Pick<Front, 'prefix' | 'takes'> = {
  prefix: '/auth/',
  takes: (path) => AT_OR_BELOW_THE_ENDPOINTS.test(path),
};

/** Tokens are for nobody's cache; `Pragma` is for those of HTTP 1.0 (RFC 6749 section 5.1). */
const FOR_NOBODY_ELSE = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];

/**
 * The endpoints for programs, in front of Express (docs/decisions/0006-front-routes.md); all that goes wrong keeps the
 * shape of RFC 6749 section 5.2.
 */
export const createOauthFront = (endpoints: OAuthEndpoints): Front => ({
  ...OAUTH_PATHS,
  handle: async (exchange) => {
    exchange.headers.push(...FOR_NOBODY_ELSE);
    try {
      const body = await bodyOf(endpoints, exchange);
      if (body === null) answer(exchange, 200, [], '');
      else answer(exchange, 200, ['Content-Type', 'application/json; charset=utf-8'], JSON.stringify(body));
    } catch (fault) {
      // Nobody is there to be told.
      if (fault instanceof RequestAborted) throw fault;
      answerRefusal(exchange, refusalOf(exchange, fault));
    }
  },
});

const bodyOf = async (endpoints: OAuthEndpoints, { request, path }: Exchange): Promise<object | null> => {
  switch (`${request.method} ${path}`) {
    case 'POST /auth/token':
      return endpoints.token(await readForm(request));
    case 'POST /auth/revoke':
      return endpoints.revoke(await readForm(request));
    case 'POST /auth/introspect':
      endpoints.access(request);
      return endpoints.introspect(await readForm(request));
    default:
      throw new OAuthRefusal('invalid_request', NOTHING_HERE, { status: 404 });
  }
};

const NOTHING_HERE = 'Here only POST to the exact path of an endpoint is answered.';
const NO_FORM = 'The body must be an URL-encoded form.';
const TOO_LARGE = 'The form has too many fields, or is longer than 32,768 bytes.';
const LATER = 'There is more to do than can be done in time; try again later.';

const refusalOf = ({ log, requestId }: Exchange, fault: unknown): OAuthRefusal => {
  if (fault instanceof OAuthRefusal) return fault;
  const status = bodyRefusal(fault);
  if (status === 413) return new OAuthRefusal('invalid_request', TOO_LARGE, { status });
  if (status !== null) return new OAuthRefusal('invalid_request', NO_FORM);
  if (fault instanceof Overload) {
    const { headers } = fault;
    return new OAuthRefusal('temporarily_unavailable', LATER, { status: 503, headers });
  }
  log.error({ error: fault, code: 'server_error' }, 'a token endpoint could not answer');
  return new OAuthRefusal('server_error', `Request ${requestId} failed.`, { status: 500 });
};
