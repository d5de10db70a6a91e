import type { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { issueSentence } from '../errors/issue-sentence.ts';

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /PASSWORD|SECRET|TOKEN|URI|REDIS/i;

// A URL with user and password has an `@`, whatever its variable is called.
const mayBeShown = (name: string, value: string): boolean => !SECRET_NAME.test(name) && !value.includes('@');

const faultSentence = (name: string, message: string, value: string | undefined): string => {
  if (value === undefined || !mayBeShown(name, value)) return `${name}: ${message}`;
  return `${name}: ${message}, not ${JSON.stringify(value)}`;
};

/** An empty variable counts as absent. */
const present = (names: readonly string[], env: Environment): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/**
 * The settings of a process, parsed from its environment once. Throws one `ConfigurationError` with every
 * fault; no sentence shows the value of a variable that may hold a secret.
 */
export const readSettings = <S extends z.ZodObject>(schema: S, env: Environment): z.output<S> => {
  const given = present(Object.keys(schema.shape), env);
  const result = schema.safeParse(given, { error: issueSentence });
  if (result.success) return result.data;
  throw new ConfigurationError(
    result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? 'the settings');
      return faultSentence(name, issue.message, given[name]);
    }),
  );
};
