import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from '@kith/ports';
import { jwkOf, type KeyAlgorithm } from './json-web-key.ts';
import type { KeyMoments } from './key-schedule.ts';

const generate = promisify(generateKeyPair);

/** Makes a key that nobody has had before. */
export type NewPrivateKey = () => Promise<KeyObject>;

/** Keys of one kind, made on a thread of Node's pool: one for RSA, of 2,048 bits, takes from 0.1 to some seconds. */
export const newPrivateKeys = (algorithm: KeyAlgorithm): NewPrivateKey => MAKERS[algorithm];

const MAKERS: Readonly<Record<KeyAlgorithm, NewPrivateKey>> = {
  ES256: async () => (await generate('ec', { namedCurve: 'P-256' })).privateKey,
  RS256: async () => (await generate('rsa', { modulusLength: 2_048 })).privateKey,
};

/** A new signing key. Its moments are asked for when it is there. */
export const makeSigningKey = async (
  newKey: NewPrivateKey,
  moments: () => KeyMoments,
): Promise<SigningKey> => {
  const privateKey = await newKey();
  const { kid } = jwkOf(createPublicKey(privateKey));
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
