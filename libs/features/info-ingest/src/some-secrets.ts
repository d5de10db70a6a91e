import { secretsIn } from '@kith/contracts';
import { ConfigurationError, errorSentence } from '@kith/platform';

/** The secrets in a file; a `ConfigurationError`, which shows nothing of the file, where it holds none. */
export const someSecrets = (files: ReadonlyMap<string, Buffer>, file: string): readonly string[] => {
  try {
    return secretsIn(files, file);
  } catch (error) {
    throw new ConfigurationError([errorSentence(error)]);
  }
};
