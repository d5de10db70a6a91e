import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ConfigurationError } from './configuration-error.ts';
import { readYamlDocument } from './yaml-document.ts';

/** The value of a YAML file; a file that cannot be read is a `ConfigurationError` as well. */
export const readYamlFile = async <S extends z.ZodType>(schema: S, file: string): Promise<z.output<S>> =>
  readYamlDocument(schema, file, await textOf(file));

const textOf = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new ConfigurationError([
      `${file}: cannot be read (${why}); CONFIG_FILE names the configuration file`,
    ]);
  }
};
