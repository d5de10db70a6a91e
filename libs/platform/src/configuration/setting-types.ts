import { isIP } from 'node:net';
import { z } from 'zod';

const HOST_NAME =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

const said = (message: string): { error: (issue: { input?: unknown }) => string } => ({
  error: (issue) => (issue.input === undefined ? 'is missing' : message),
});

const text = z.string(said('must be a string'));

const wholeNumber = (least: number, most: number, message: string): z.ZodType<number, string> =>
  text
    .refine((value) => /^\d{1,15}$/.test(value) && Number(value) >= least && Number(value) <= most, message)
    .transform(Number);

const isUrlOf = (protocols: readonly string[], value: string): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** A TCP port; 0 lets the system choose. */
export const portNumber = wholeNumber(0, 65_535, 'must be a port number');

/** The name or the address that a server listens on. */
export const hostName = text.refine(
  (value) => HOST_NAME.test(value) || isIP(value) !== 0,
  'must be a host name or an IP address',
);

/** How much a process says of itself. */
export const logLevel = z.enum(['debug', 'info', 'warn', 'error'], 'must be one of debug, info, warn, error');

/** A list with commas between its elements; blanks around them do not count, nor do empty elements. */
export const commaSeparated = text.transform((value): readonly string[] =>
  value
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== ''),
);

/** A whole number of at least 1. */
export const positiveNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'must be a whole number of at least 1');

/** Seconds, at most as many as an hour has; 0 is one of them. */
export const secondsOfHour = wholeNumber(0, 3_600, 'must be a whole number from 0 to 3600');

/** The path of a file or a folder. */
export const filePath = text.refine((value) => !value.includes('\0'), 'must be a path');

/** An absolute URL of one of the given protocols (`http:`), without the slashes at its end. */
export const absoluteUrl = (...protocols: readonly string[]): z.ZodType<string, string> =>
  text
    .refine(
      (value) => isUrlOf(protocols, value),
      `must be a URL that begins with ${protocols.join('// or ')}//`,
    )
    .transform((value) => value.replace(/\/+$/, ''));

/** Absolute URLs with commas between them, at least one. */
export const absoluteUrls = (...protocols: readonly string[]): z.ZodType<readonly string[], string> =>
  commaSeparated.pipe(z.array(absoluteUrl(...protocols)).min(1, 'must name at least one URL'));

/** The name of a user at a server. */
export const loginName = text.refine((value) => /^[^\p{C}]{1,256}$/u.test(value), 'must be a name');

/** `true` or `false`. */
export const flag = z
  .enum(['true', 'false'], said('must be true or false'))
  .transform((value) => value === 'true');

/** The connection string of a MongoDB replica set, which may name several hosts; it holds credentials. */
export const mongodbUri = text.refine(
  (value) => /^mongodb(\+srv)?:\/\/\S+$/.test(value),
  'must be a connection string that begins with mongodb:// or mongodb+srv://',
);

/** Brokers as `host:port`, with commas between them. */
export const brokerList = commaSeparated.pipe(
  z
    .array(
      z
        .string()
        .regex(/^[A-Za-z0-9._-]+:\d{1,5}$|^\[[0-9A-Fa-f:]+\]:\d{1,5}$/, 'must be brokers as host:port'),
    )
    .min(1, 'must name at least one broker'),
);

/** A Redis: one server, or several nodes of a cluster with commas between them; it may hold credentials. */
export const redisUrl = text.refine(
  (value) => /^rediss?(\+cluster)?:\/\/\S+$/.test(value),
  'must begin with redis://, rediss://, redis+cluster:// or rediss+cluster://',
);
