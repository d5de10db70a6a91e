import { types } from 'node:util';
import { pino } from 'pino';

/** An error as a log line shows it: its own words only, never the data that a driver hangs on to it. */
interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string | number;
  readonly cause?: ErrorFields;
  readonly errors?: readonly ErrorFields[];
}

const MAX_DEPTH = 5;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a line says beside its message; an `Error` under `error` is written with its stack and causes. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A structured log. ERROR is for what a person must act on; no line holds identifiers, tokens or bodies. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** A log whose every line has these fields too. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  /** The app's name, written as `app` in every line. */
  readonly name: string;
  readonly level: LogLevel;
  /** Takes the lines, each ending in a newline; standard output when left out. */
  readonly destination?: { write(line: string): void };
}

/** What must not reach a log even where somebody hands it over. */
const FORBIDDEN = [
  'headers',
  'cookie',
  'cookies',
  'authorization',
  'query',
  'url',
  'body',
  'password',
  'token',
  'secret',
];

const options = ({ name, level }: LoggerOptions): pino.LoggerOptions => ({
  level,
  base: { app: name },
  messageKey: 'message',
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { error: errorFields },
  redact: { paths: FORBIDDEN, remove: true },
});

/** One JSON object a line: `level`, `time`, `app`, the fields, `message`. */
export const createLogger = (wanted: LoggerOptions): Logger =>
  wanted.destination === undefined ? pino(options(wanted)) : pino(options(wanted), wanted.destination);

const nothing = (): void => undefined;

/** Says nothing: for tests, and for parts whose caller does not care. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
};

/** True as well of errors from another realm of JavaScript. */
const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

const codeOf = (error: object): { code?: string | number } => {
  if (!('code' in error)) return {};
  return typeof error.code === 'string' || typeof error.code === 'number' ? { code: error.code } : {};
};

const fieldsAt = (error: unknown, depth: number): ErrorFields => {
  if (!isError(error)) return { type: typeof error, message: String(error) };
  const deeper = depth < MAX_DEPTH;
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...codeOf(error),
    ...(deeper && error.cause !== undefined ? { cause: fieldsAt(error.cause, depth + 1) } : {}),
    ...(deeper && error instanceof AggregateError
      ? { errors: error.errors.slice(0, MAX_DEPTH).map((inner) => fieldsAt(inner, depth + 1)) }
      : {}),
  };
};

/** The fields of an error and of its causes, to a bounded depth. */
const errorFields = (error: unknown): ErrorFields => fieldsAt(error, 0);
