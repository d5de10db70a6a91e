import { createSecretKey, type KeyObject } from 'node:crypto';
import { secretsIn, type FileContents } from '@kith/contracts';

const PREFIX = 'whsec_';
/** What Standard Webhooks asks of a secret, in bytes. */
const [SHORTEST, LONGEST] = [24, 64];

/**
 * The keys in the file of a webhook's secrets, in the form of Standard Webhooks: `whsec_` and base64. Throws where one of
 * them has another form; the sentence shows nothing of the file's content.
 */
export const signingKeys = (files: FileContents, file: string): readonly KeyObject[] =>
  secretsIn(files, file).map((secret) => {
    const bytes = secret.startsWith(PREFIX) ? bytesIn(secret.slice(PREFIX.length)) : null;
    if (bytes !== null && bytes.length >= SHORTEST && bytes.length <= LONGEST) return createSecretKey(bytes);
    throw new Error(`${file}: a secret must be ${PREFIX} and ${SHORTEST} to ${LONGEST} bytes in base64`);
  });

/** Node passes over what is no base64. */
const bytesIn = (base64: string): Buffer | null => {
  const bytes = Buffer.from(base64, 'base64');
  const bare = (text: string): string => text.replace(/=+$/, '');
  return bare(bytes.toString('base64')) === bare(base64) ? bytes : null;
};
