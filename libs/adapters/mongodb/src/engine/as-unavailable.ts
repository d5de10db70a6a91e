import { DeadlineExceeded, type CallFailure } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { MongoError, MongoServerError } from 'mongodb';

/** Names MongoDB in every `Unavailable` of this room. */
export const DEPENDENCY = 'mongodb';

/** Whether nothing of a transaction was applied, and the same once more, from its beginning, may succeed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');

/** Every failure of the driver or the server to answer as `Unavailable`; other faults stay what they are. */
export const asUnavailable = (error: unknown): unknown => {
  if (error instanceof DeadlineExceeded) return unavailable(error.message, error);
  if (error instanceof MongoServerError) return unavailable(`it answered ${codeOf(error)}`);
  if (error instanceof MongoError) return unavailable(`it cannot be reached (${error.name})`, error);
  return error;
};

/** How a call failed, for who counts; who was outrun by another, or kept to a rule of the store, was answered well. */
export const callFailureOf = (error: unknown): CallFailure | undefined => {
  if (error instanceof DeadlineExceeded) return 'late';
  if (!(error instanceof MongoError) || isTransient(error)) return undefined;
  return error instanceof MongoServerError ? 'refused' : 'unreachable';
};

const unavailable = (reason: string, cause?: Error): Unavailable =>
  new Unavailable(DEPENDENCY, reason, cause === undefined ? {} : { cause });

// The server's own sentence may repeat the command, and with it personal data: only its code goes on.
const codeOf = ({ code, codeName }: MongoServerError): string =>
  `${codeName ?? 'an error'} (${String(code ?? 'no code')})`;
