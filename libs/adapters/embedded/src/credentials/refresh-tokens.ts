import type { AccountName } from '@kith/domain/pipeline';
import type { RefreshToken, RefreshTokenStore } from '@kith/ports';
import type { CredentialCollections } from './credential-collections.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, backwards, textDigest, type StoreKey } from '../engine/keys.ts';

/** Offline refresh tokens by their hash, with an index by session and one by user. */
export const createRefreshTokenStore = (
  environment: Environment,
  store: CredentialCollections,
): RefreshTokenStore => ({
  add: (deadline, token) => environment.write(deadline, () => putRefreshToken(store, token)),
  find: (deadline, hash) => environment.read(deadline, () => store.refreshTokens.get([hash]) ?? null),
  ofSession: ({ account, deadline }, sessionState) =>
    environment.read(deadline, () => {
      const hash = store.refreshTokensBySession.get([sessionState]);
      const found = hash === undefined ? undefined : store.refreshTokens.get([hash]);
      return found?.account === account ? found : null;
    }),
  ofUser: ({ account, deadline }, username, limit) =>
    environment.read(deadline, () =>
      hashesOf(store, account, username, limit).flatMap((hash) => store.refreshTokens.get([hash]) ?? []),
    ),
  noteUse: (deadline, hash, at) => environment.write(deadline, () => noteUse(store, hash, at)),
  remove: (deadline, hash) => environment.write(deadline, () => removeRefreshToken(store, hash)),
});

/** Stores a token with its index entries; to be called in a write transaction. */
export const putRefreshToken = (store: CredentialCollections, token: RefreshToken): void => {
  store.refreshTokens.put([token.hash], token);
  store.refreshTokensBySession.put([token.sessionState], token.hash);
  store.refreshTokensByUser.put(keyByUser(token), true);
};

/** Removes all tokens of a user and says how many there were; to be called in a write transaction. */
export const removeRefreshTokensOf = (
  store: CredentialCollections,
  account: AccountName,
  username: string,
): number => hashesOf(store, account, username).filter((hash) => removeRefreshToken(store, hash)).length;

const removeRefreshToken = (store: CredentialCollections, hash: string): boolean => {
  const token = store.refreshTokens.get([hash]);
  if (token === undefined) return false;
  store.refreshTokensBySession.remove([token.sessionState]);
  store.refreshTokensByUser.remove(keyByUser(token));
  return store.refreshTokens.remove([hash]);
};

const noteUse = (store: CredentialCollections, hash: string, at: number): void => {
  const token = store.refreshTokens.get([hash]);
  if (token === undefined || (token.lastUsedAt ?? 0) >= at) return;
  store.refreshTokens.put([hash], { ...token, lastUsedAt: at });
};

const keyByUser = ({ account, username, createdAt, hash }: RefreshToken): StoreKey =>
  accountKey(account, textDigest(username), createdAt, hash);

/** Newest first. */
const hashesOf = (
  store: CredentialCollections,
  account: AccountName,
  username: string,
  limit?: number,
): readonly string[] => {
  const range = backwards(account, textDigest(username));
  return store.refreshTokensByUser
    .keys(limit === undefined ? range : { ...range, limit })
    .map((key) => String(key.at(-1)));
};
