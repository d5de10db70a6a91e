import { ConfigurationError } from './configuration-error.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What went wrong, for a person: the error's words and those of its cause unless it repeats them, never a stack. */
export const errorSentence = (error: unknown): string => {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return messageOf(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
};
