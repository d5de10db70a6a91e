import { createSecretKey, type KeyObject } from 'node:crypto';
import { secretsIn, type FileContents } from '@kith/contracts';
import type { WebhookTarget } from '@kith/domain/destinations';
import { errorSentence } from '@kith/platform';

/** What a webhook has of the files that the configuration names. */
export interface WebhookSecrets {
  /** All of them sign, the first one first; none: unsigned. */
  readonly keys: readonly KeyObject[];
  readonly headers: Readonly<Record<string, string>>;
}

const PREFIX = 'whsec_';

const HEADER_VALUE = /^[\x20-\x7e]+$/;

/** Prepares them; throws where a file has another form, with a sentence that shows nothing of its content. */
export const webhookSecrets = (
  { secretFile, headers }: Pick<WebhookTarget, 'secretFile' | 'headers'>,
  files: FileContents,
): WebhookSecrets => ({
  keys: secretFile === null ? [] : signingKeys(files, secretFile),
  headers: Object.fromEntries(
    Array.from(headers, ([name, value]) => [
      name,
      typeof value === 'string' ? value : valueIn(files, value.file),
    ]),
  ),
});

/** What of them has another form than it must have: a sentence each, the member first. */
export const secretFaults = (
  { secretFile, headers }: Pick<WebhookTarget, 'secretFile' | 'headers'>,
  files: FileContents,
): readonly string[] => [
  ...(secretFile === null ? [] : faultOf('secretFile', () => signingKeys(files, secretFile))),
  ...Array.from(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : faultOf(`headers.${name}.file`, () => valueIn(files, value.file)),
  ),
];

const faultOf = (member: string, read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (error) {
    return [`${member}: ${errorSentence(error)}`];
  }
};

const valueIn = (files: FileContents, file: string): string => {
  const [value = ''] = secretsIn(files, file);
  if (HEADER_VALUE.test(value)) return value;
  throw new Error(`${file}: holds what no header can hold`);
};

const MAX_BYTES = 64;

/** What Standard Webhooks asks of a secret, in bytes. */
const MIN_BYTES = 24;

/**
 * The keys in the file of a webhook's secrets, in the form of Standard Webhooks: `whsec_` and base64. Throws where one of
 * them has another form; the sentence shows nothing of the file's content.
 */
const signingKeys = (files: FileContents, file: string): readonly KeyObject[] =>
  secretsIn(files, file).map((secret) => {
    const bytes = secret.startsWith(PREFIX) ? bytesIn(secret.slice(PREFIX.length)) : null;
    if (bytes !== null && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES)
      return createSecretKey(bytes);
    throw new Error(`${file}: a secret must be ${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64`);
  });

/** Node passes over what is no base64. */
const bytesIn = (base64: string): Buffer | null => {
  const bytes = Buffer.from(base64, 'base64');
  const bare = (text: string): string => text.replace(/=+$/, '');
  return bare(bytes.toString('base64')) === bare(base64) ? bytes : null;
};
