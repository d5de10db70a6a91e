import type { KeyObject } from 'node:crypto';
import { secretsIn, type FileContents } from '@kith/contracts';
import type { WebhookTarget } from '@kith/domain/destinations';
import { errorSentence } from '@kith/platform';
import { signingKeys } from './signing-keys.ts';

/** What a webhook has of the files that the configuration names. */
export interface WebhookSecrets {
  /** All of them sign, the first one first; none: unsigned. */
  readonly keys: readonly KeyObject[];
  readonly headers: Readonly<Record<string, string>>;
}

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
