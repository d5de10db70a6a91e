import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { SigningKey, SigningKeyStore } from '@kith/ports';
import { recordAct } from '../engine/audit-trail.ts';
import type { CredentialCollections } from './credential-collections.ts';
import type { Environment } from '../engine/environment.ts';
import { backwards } from '../engine/keys.ts';

/** Keys that sign access tokens, by when they were made. */
export const createSigningKeyStore = (
  environment: Environment,
  store: CredentialCollections,
): SigningKeyStore => ({
  list: (deadline) => environment.read(deadline, () => newestFirst(store)),
  addFirst: (deadline, key) =>
    environment.write(deadline, () => {
      if (newestFirst(store).length === 0) put(store, key);
      return newestFirst(store);
    }),
  add: (deadline, key, entry) =>
    environment.write(deadline, () => {
      put(store, key);
      recordAct(store, NO_ACCOUNT, entry);
    }),
  revoke: (deadline, kid, entry) =>
    environment.write(deadline, () => {
      if (!remove(store, [kid])) return false;
      recordAct(store, NO_ACCOUNT, entry);
      return true;
    }),
  remove: (deadline, kids) => environment.write(deadline, () => void remove(store, kids)),
});

const newestFirst = (store: CredentialCollections): readonly SigningKey[] =>
  store.signingKeys.values(backwards());

const put = (store: CredentialCollections, key: SigningKey): void =>
  store.signingKeys.put([key.createdAt, key.kid], key);

/** Whether one of them was there. */
const remove = (store: CredentialCollections, kids: readonly string[]): boolean =>
  newestFirst(store).filter(
    ({ createdAt, kid }) => kids.includes(kid) && store.signingKeys.remove([createdAt, kid]),
  ).length > 0;
