import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { errorCode } from '../errors/error-sentence.ts';
import type { NamedSecrets } from '../signing/keyring.ts';

const SHORTEST = 32;

const isSecretList = (list: unknown): list is readonly string[] =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((one) => typeof one === 'string' && one.length >= SHORTEST);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parser's own message would quote the file, and so the secrets. */
const parsed = (path: string, text: string): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigurationError([`${path}: must be JSON`]);
  }
  if (!isObject(value)) throw new ConfigurationError([`${path}: must be a JSON object of lists`]);
  return value;
};

const checked = (path: string, value: Record<string, unknown>, names: readonly string[]): NamedSecrets => {
  const faults = [
    ...names.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}: ${name}: is missing`),
    ...Object.entries(value)
      .filter(([, list]) => !isSecretList(list))
      .map(([name]) => `${path}: ${name}: must be a list of strings of at least ${SHORTEST} characters`),
  ];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return value as NamedSecrets;
};

const textOf = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = errorCode(cause) ?? 'unreadable';
    if (code === 'ENOENT') return null;
    throw new ConfigurationError([`${path}: cannot be read (${code})`]);
  }
};

/** The secrets of a JSON file, name → list of strings. Throws a `ConfigurationError` that shows no value. */
export const readSecretsFile = async (path: string, names: readonly string[]): Promise<NamedSecrets> => {
  const text = await textOf(path);
  if (text === null) throw new ConfigurationError([`${path}: there is no such file`]);
  return checked(path, parsed(path, text), names);
};

const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
};

/** `link` never replaces a file, so that of two first starts one wins and the other reads the winner's. */
const put = async (path: string, secrets: NamedSecrets, replace: boolean): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  await writeSynced(draft, `${JSON.stringify(secrets, null, 2)}\n`);
  try {
    await (replace ? rename(draft, path) : link(draft, path));
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path);
};

const fresh = (names: readonly string[]): NamedSecrets =>
  Object.fromEntries(names.map((name) => [name, [randomBytes(32).toString('base64url')]]));

/**
 * The secrets of the file, which is made where it is absent (readable by its owner alone) and gets the names
 * that it lacks; what it holds is never changed. Durable when it returns. One process at a time may add names.
 */
export const makeSecretsFile = async (path: string, names: readonly string[]): Promise<NamedSecrets> => {
  const text = await textOf(path);
  const held = text === null ? {} : checked(path, parsed(path, text), []);
  const missing = names.filter((name) => !Object.hasOwn(held, name));
  if (text === null || missing.length > 0) await put(path, { ...held, ...fresh(missing) }, text !== null);
  return readSecretsFile(path, names);
};
