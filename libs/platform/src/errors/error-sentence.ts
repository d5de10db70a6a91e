import { ConfigurationError } from './configuration-error.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What went wrong, for a person: the error's words and those of its cause unless it repeats them, never a stack. */
export const errorSentence = (error: unknown): string => {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return messageOf(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
};

/** The code of an error of Node or of a driver (`ENOENT`); undefined where it has none. */
export const errorCode = (cause: unknown): string | undefined => {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
};
