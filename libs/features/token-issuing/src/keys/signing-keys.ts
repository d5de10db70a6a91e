import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { CredentialStore, Deadline, SigningKey } from '@kith/ports';
import { jwkOf } from './json-web-key.ts';
import type { Jwk, Jwks } from './json-web-key.ts';
import { makeSigningKey } from './make-signing-key.ts';

/** How long another process's new key may stay unseen. */
const FRESH_MS = 60_000;

/** A signing key, parsed. */
export interface ParsedKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: Jwk;
}

/** The keys of the access tokens: the newest signs, all verify. */
export interface SigningKeys {
  /** Makes the first key where there is none; of several processes that start together one wins. */
  ensure(deadline: Deadline): Promise<void>;
  newest(deadline: Deadline): Promise<ParsedKey>;
  jwks(deadline: Deadline): Promise<Jwks>;
}

export interface SigningKeysNeeds {
  readonly credentials: CredentialStore;
  readonly clock: () => number;
}

export const createSigningKeys = ({ credentials, clock }: SigningKeysNeeds): SigningKeys => {
  const parse = createKeyParser();
  let known: { readonly keys: readonly ParsedKey[]; readonly until: number } = { keys: [], until: 0 };

  const remember = (stored: readonly SigningKey[]): readonly ParsedKey[] => {
    const keys = stored.map(parse);
    known = { keys, until: keys.length > 0 ? clock() + FRESH_MS : 0 };
    return keys;
  };
  const current = async (deadline: Deadline): Promise<readonly ParsedKey[]> =>
    clock() < known.until ? known.keys : remember(await credentials.signingKeys(deadline));

  return {
    ensure: async (deadline) => {
      if ((await current(deadline)).length > 0) return;
      const key = await makeSigningKey(clock());
      remember(await credentials.addFirstSigningKey(deadline, key));
    },
    newest: async (deadline) => {
      const [newest] = await current(deadline);
      if (newest === undefined) throw new Error('there is no signing key yet');
      return newest;
    },
    jwks: async (deadline) => ({ keys: (await current(deadline)).map(({ jwk }) => jwk) }),
  };
};

/** Parses each key once. */
const createKeyParser = (): ((key: SigningKey) => ParsedKey) => {
  const parsed = new Map<string, ParsedKey>();
  return ({ kid, privateKey: pem }) => {
    const before = parsed.get(kid);
    if (before !== undefined) return before;
    const privateKey = createPrivateKey(pem);
    const key = { kid, privateKey, jwk: { ...jwkOf(privateKey), kid } };
    parsed.set(kid, key);
    return key;
  };
};
