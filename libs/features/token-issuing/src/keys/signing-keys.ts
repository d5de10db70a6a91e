import type { Deadline, SigningKey, SigningKeyStore } from '@kith/ports';
import type { Jwks } from './json-web-key.ts';
import { KEYS_FRESH_MS, keysThatAreOver, scheduleKeys } from './key-schedule.ts';
import { makeSigningKey, type NewPrivateKey } from './make-signing-key.ts';
import { createKeyParser, type ParsedKey } from './parsed-key.ts';

/** The keys of the access tokens: one signs, all that are published verify. */
export interface SigningKeys {
  /** Makes the first key where there is none; of several processes that start together one wins. */
  ensure(deadline: Deadline): Promise<void>;
  /** The key that signs now. */
  signing(deadline: Deadline): Promise<ParsedKey>;
  /** The published key of that name, or null. */
  find(deadline: Deadline, kid: string): Promise<ParsedKey | null>;
  /** The public halves: of the key that signs, of the next one, and of old ones until their last token has expired. */
  jwks(deadline: Deadline): Promise<Jwks>;
  /** The keys have changed: nothing that was read before counts any more. */
  forget(): void;
}

export interface SigningKeysDeps {
  readonly store: SigningKeyStore;
  readonly clock: () => number;
  readonly tokenLifeMs: number;
  readonly newPrivateKey: NewPrivateKey;
  /** Told of an old key that could not be removed; the next look tries again. */
  readonly onFault: (fault: unknown) => void;
}

export const createSigningKeys = (deps: SigningKeysDeps): SigningKeys => {
  const { store, clock, tokenLifeMs, onFault } = deps;
  const parse = createKeyParser();
  let known: { readonly keys: readonly ParsedKey[]; readonly until: number } = { keys: [], until: 0 };
  let changes = 0;

  const remember = (stored: readonly SigningKey[]): readonly ParsedKey[] => {
    const keys = parse(stored);
    known = { keys, until: keys.length > 0 ? clock() + KEYS_FRESH_MS : 0 };
    return keys;
  };
  const stored = async (deadline: Deadline): Promise<readonly ParsedKey[]> => {
    if (clock() < known.until) return known.keys;
    const before = changes;
    const read = await store.list(deadline);
    return changes === before ? remember(read) : stored(deadline);
  };

  const published = async (deadline: Deadline): Promise<readonly ParsedKey[]> => {
    const keys = await stored(deadline);
    const over = keysThatAreOver(keys, tokenLifeMs, clock());
    if (over.length === 0) return keys;
    remove(deadline, over);
    return (known = { ...known, keys: keys.filter((key) => !over.includes(key)) }).keys;
  };
  const remove = (deadline: Deadline, keys: readonly ParsedKey[]): void => {
    const kids = keys.map(({ kid }) => kid);
    store.remove(deadline, kids).catch(onFault);
  };

  return {
    ensure: async (deadline) => {
      if ((await stored(deadline)).length > 0) return;
      const now = clock();
      const key = await makeSigningKey(deps.newPrivateKey, () => ({ createdAt: now, signsFrom: now }));
      remember(await store.addFirst(deadline, key));
    },
    signing: async (deadline) => {
      const schedule = scheduleKeys(await published(deadline), clock());
      const signing = schedule.find(({ state }) => state === 'signing');
      if (signing === undefined) throw new Error('there is no signing key yet');
      return signing.key;
    },
    find: async (deadline, kid) => (await published(deadline)).find((key) => key.kid === kid) ?? null,
    jwks: async (deadline) => ({ keys: (await published(deadline)).map(({ jwk }) => jwk) }),
    forget: () => {
      changes += 1;
      known = { ...known, until: 0 };
    },
  };
};
