import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { ConfigurationError } from '../errors/configuration-error.ts';

/** Lists of secrets by name: the first of a list is used, all are accepted. */
export type NamedSecrets = Readonly<Record<string, readonly string[]>>;

/** Keyed hashes (HMAC-SHA-256) under named secrets. A name without a secret is a `ConfigurationError`. */
export interface Keyring {
  /** The MAC of the parts under the first secret; how they are split counts: ['ab','c'] is not ['a','bc']. */
  mac(name: string, ...parts: readonly string[]): Buffer;
  /** One MAC per accepted secret, the first secret's first. */
  macs(name: string, ...parts: readonly string[]): Buffer[];
  /** Whether an accepted secret gives this MAC; the time tells nothing about which, or how nearly. */
  verify(name: string, mac: Uint8Array, ...parts: readonly string[]): boolean;
}

const unambiguous = (parts: readonly string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');

const macUnder = (key: KeyObject, message: string): Buffer =>
  createHmac('sha256', key).update(message).digest();

const prepared = (
  name: string,
  secrets: readonly string[],
): [string, readonly [KeyObject, ...KeyObject[]]] => {
  const [first, ...others] = secrets.map((secret) => createSecretKey(Buffer.from(secret)));
  if (first === undefined || secrets.includes('')) {
    throw new ConfigurationError([
      `the secret "${name}" must have at least one value, and none that is empty`,
    ]);
  }
  return [name, [first, ...others]];
};

/** A keyring over the given secrets; its keys are prepared once. */
export const createKeyring = (secrets: NamedSecrets): Keyring => {
  const keys = new Map(Object.entries(secrets).map(([name, list]) => prepared(name, list)));
  const keysOf = (name: string): readonly [KeyObject, ...KeyObject[]] => {
    const found = keys.get(name);
    if (found === undefined) throw new ConfigurationError([`the secret "${name}" is missing`]);
    return found;
  };
  const macs = (name: string, ...parts: readonly string[]): Buffer[] => {
    const message = unambiguous(parts);
    return keysOf(name).map((key) => macUnder(key, message));
  };
  return {
    mac: (name, ...parts) => macUnder(keysOf(name)[0], unambiguous(parts)),
    macs,
    verify: (name, mac, ...parts) =>
      macs(name, ...parts).filter((own) => own.length === mac.length && timingSafeEqual(own, mac)).length > 0,
  };
};
