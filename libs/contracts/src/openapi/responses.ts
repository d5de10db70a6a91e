import { component } from './component.ts';

const problem = (description: string, headers: object = {}) => ({
  description,
  headers: { 'X-Request-Id': component('headers', 'requestId'), ...headers },
  content: { 'application/problem+json': { schema: component('schemas', 'Problem') } },
});

const retryAfter = { 'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds.' } };

/** Every answer of interface B. */
export const responses = {
  Info: {
    description:
      'The profile as the caller asked for it: the object, or with `out=js` the text `var fcData = <object>;`.',
    headers: {
      'X-Request-Id': component('headers', 'requestId'),
      'Set-Cookie': { description: 'The `umdid` cookie.', schema: { type: 'string' } },
    },
    content: {
      'application/json': { schema: component('schemas', 'InfoAnswer') },
      'text/javascript': { schema: { type: 'string' } },
      'application/javascript': { schema: { type: 'string' } },
    },
  },
  BadRequest: problem('The request does not conform to the specification.'),
  Unauthorized: problem('The pipeline asks its callers for a bearer key.', {
    'WWW-Authenticate': { schema: { type: 'string' } },
  }),
  Forbidden: problem('The request comes from another site.'),
  NotFound: problem('Wrong method or path, or no such pipeline.'),
  PayloadTooLarge: problem('URL and headers, or the body, are over the configured limit.'),
  TooManyRequests: problem('There were too many requests of this address or device.', retryAfter),
  InternalServerError: problem('A failure of the server.'),
  ServiceUnavailable: problem('The server is overloaded.', retryAfter),
} as const;
