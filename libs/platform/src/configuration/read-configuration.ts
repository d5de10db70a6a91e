import type { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { readSmallFile } from './read-small-file.ts';
import { openYamlDocument, type YamlDocument } from './yaml-document.ts';

/** The most bytes of a file that a configuration names: a secret or a key. */
const MAX_BYTES = 65_536;

/** A file that a member of the configuration names. */
export interface NamedFile {
  /** The keys that lead to the member. */
  readonly path: readonly PropertyKey[];
  readonly file: string;
}

/** The contents of the named files by their names, one final newline stripped. They are secrets: no log shows them. */
export type FileContents = ReadonlyMap<string, Buffer>;

/** How a configuration file is checked and made ready for use. */
export interface ConfigurationFormat<S extends z.ZodType, C> {
  readonly schema: S;
  /** The files that are read together with it; none where it is left out. */
  readonly namedFiles?: (document: z.output<S>) => readonly NamedFile[];
  readonly compile: (document: z.output<S>, files: FileContents) => C;
}

const LINE_FEED = 0x0a;

const withoutFinalNewline = (content: Buffer): Buffer =>
  content.at(-1) === LINE_FEED ? content.subarray(0, -1) : content;

type Named =
  | { readonly kind: 'read'; readonly entry: readonly [string, Buffer] }
  | { readonly kind: 'fault'; readonly fault: string };

const readNamed = async (document: YamlDocument<unknown>, { path, file }: NamedFile): Promise<Named> => {
  const read = await readSmallFile(file, MAX_BYTES);
  const content = read.kind === 'read' ? withoutFinalNewline(read.content) : Buffer.alloc(0);
  if (content.length > 0) return { kind: 'read', entry: [file, content] };
  const why = read.kind === 'unreadable' ? read.why : 'is empty';
  return { kind: 'fault', fault: document.fault(path, `${file}: ${why}`) };
};

const contentsOf = async (
  document: YamlDocument<unknown>,
  files: readonly NamedFile[],
): Promise<FileContents> => {
  const all = await Promise.all(files.map((named) => readNamed(document, named)));
  const faults = all.flatMap((one) => (one.kind === 'fault' ? [one.fault] : []));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return new Map(all.flatMap((one) => (one.kind === 'read' ? [one.entry] : [])));
};

/**
 * Reads a configuration file and the files that it names, and makes it ready for use. Throws one `ConfigurationError`
 * with every fault, each with file, line, column and member; no content of a named file is in it.
 */
export const readConfiguration = async <S extends z.ZodType, C>(
  format: ConfigurationFormat<S, C>,
  file: string,
): Promise<C> => {
  const document = await openYamlFile(format.schema, file);
  const files = await contentsOf(document, format.namedFiles?.(document.value) ?? []);
  return format.compile(document.value, files);
};

/** The most bytes of a configuration file: thousands of accounts, and what a Kubernetes ConfigMap may hold. */
const MAX_YAML_BYTES = 1024 * 1024;

const textOf = async (file: string): Promise<string> => {
  const read = await readSmallFile(file, MAX_YAML_BYTES);
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
