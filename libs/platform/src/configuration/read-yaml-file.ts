import type { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { readSmallFile } from './read-small-file.ts';
import { openYamlDocument, type YamlDocument } from './yaml-document.ts';

/** The most bytes of a configuration file: thousands of accounts, and what a Kubernetes ConfigMap may hold. */
const MAX_BYTES = 1024 * 1024;

const textOf = async (file: string): Promise<string> => {
  const read = await readSmallFile(file, MAX_BYTES);
  if (read.kind === 'unreadable') {
    throw new ConfigurationError([`${file}: ${read.why}; CONFIG_FILE names the configuration file`]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(read.content);
  } catch {
    throw new ConfigurationError([`${file}: is not UTF-8`]);
  }
};

/** Reads a YAML file; one that cannot be read is a `ConfigurationError` as well. */
export const openYamlFile = async <S extends z.ZodType>(
  schema: S,
  file: string,
): Promise<YamlDocument<z.output<S>>> => openYamlDocument(schema, file, await textOf(file));

/** The value of a YAML file. */
export const readYamlFile = async <S extends z.ZodType>(schema: S, file: string): Promise<z.output<S>> =>
  (await openYamlFile(schema, file)).value;
