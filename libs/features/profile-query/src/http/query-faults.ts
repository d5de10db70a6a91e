import { Overload, type Exchange } from '@kith/platform';
import { LIMITS } from '../limits/limits.ts';
import { RequestRefusal, type RequestFailure } from './graphql-errors.ts';

const OVERLOADED: RequestFailure = {
  status: 503,
  code: 'overloaded',
  message: 'There is more to do than can be done in time; try again later.',
};

const FAULT = 'internal_server_error';

/** What goes wrong before GraphQL begins: the caller's mistakes by name, a fault by its request id alone. */
export const refusalOf = ({ log, requestId }: Exchange, fault: unknown): RequestRefusal => {
  if (fault instanceof RequestRefusal) return fault;
  const mistake = mistakeOf(fault);
  if (mistake !== null) return new RequestRefusal(mistake);
  if (fault instanceof Overload) return new RequestRefusal(OVERLOADED, fault.headers);
  log.error({ error: fault, code: FAULT }, 'a GraphQL request could not be answered');
  return new RequestRefusal({ status: 500, code: FAULT, message: 'Internal server error', requestId });
};

/** What reads bodies puts a status on what it throws. */
const mistakeOf = (error: unknown): RequestFailure | null => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  switch (status) {
    case 413:
      return {
        status,
        code: 'payload_too_large',
        message: `The body is larger than ${LIMITS.bodyBytes} bytes.`,
      };
    case 400:
      return { status, code: 'bad_request', message: 'The body is not a JSON object.' };
    default:
      return null;
  }
};
