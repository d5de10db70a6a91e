import { types } from 'node:util';

/** An error as a log line shows it: its own words only, never the data that a driver hangs on to it. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: ErrorFields;
  readonly errors?: readonly ErrorFields[];
}

const DEEPEST = 5;

/** True as well of errors from another realm of JavaScript. */
const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

const codeOf = (error: object): { code?: string | number } => {
  if (!('code' in error)) return {};
  return typeof error.code === 'string' || typeof error.code === 'number' ? { code: error.code } : {};
};

const fieldsAt = (error: unknown, depth: number): ErrorFields => {
  if (!isError(error)) return { type: typeof error, message: String(error) };
  const deeper = depth < DEEPEST;
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...codeOf(error),
    ...(deeper && error.cause !== undefined ? { cause: fieldsAt(error.cause, depth + 1) } : {}),
    ...(deeper && error instanceof AggregateError
      ? { errors: error.errors.slice(0, DEEPEST).map((inner) => fieldsAt(inner, depth + 1)) }
      : {}),
  };
};

/** The fields of an error and of its causes, to a bounded depth. */
export const errorFields = (error: unknown): ErrorFields => fieldsAt(error, 0);
