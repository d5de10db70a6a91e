import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from '@kith/ports';
import { jwkOf } from './json-web-key.ts';
import type { KeyMoments } from './key-schedule.ts';

const generate = promisify(generateKeyPair);

/** Makes an RSA key that nobody has had before. */
export type NewPrivateKey = () => Promise<KeyObject>;

/** An RSA key of 2,048 bits; made on a thread of Node's pool, as it takes from 0.1 to some seconds. */
export const newPrivateKey: NewPrivateKey = async () =>
  (await generate('rsa', { modulusLength: 2_048 })).privateKey;

/** A new signing key. Its moments are asked for when it is there. */
export const makeSigningKey = async (
  newKey: NewPrivateKey,
  moments: () => KeyMoments,
): Promise<SigningKey> => {
  const privateKey = await newKey();
  const { kid } = jwkOf(privateKey);
  // `kith keys revoke` would read it as an option.
  if (kid.startsWith('-')) return makeSigningKey(newKey, moments);
  const { createdAt, signsFrom } = moments();
  return {
    kid,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    createdAt,
    signsFrom,
  };
};
