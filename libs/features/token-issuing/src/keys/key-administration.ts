import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { KeyAdministration, KeyState, ListedKey, SigningKey, SigningKeyStore } from '@kith/ports';
import { createRecorder, type AuditedDeps } from '../auditing/audit-chain.ts';
import { maySign, scheduleKeys, type KeyReach } from './key-schedule.ts';
import { makeSigningKey, type NewPrivateKey } from './make-signing-key.ts';

export interface KeyAdministrationDeps extends AuditedDeps {
  readonly keys: SigningKeyStore;
  readonly reach: KeyReach;
  readonly newPrivateKey: NewPrivateKey;
}

/** What an administrator does about signing keys, on the store itself. */
export const createKeyAdministration = (deps: KeyAdministrationDeps): KeyAdministration => {
  const { keys: store, clock, reach } = deps;
  const record = createRecorder(deps);
  const list: KeyAdministration['list'] = async (deadline) =>
    scheduleKeys(await store.list(deadline), clock()).map(({ key, state }) => listed(key, state));
  return {
    list,
    rotate: async (deadline, { atOnce, caller }) => {
      const [newest] = await store.list(deadline);
      const leadMs = atOnce || newest === undefined ? 0 : reach.leadMs;
      const key = await makeSigningKey(deps.newPrivateKey, () => ({
        // The newest also where the clock that made the one before is ahead.
        createdAt: Math.max(clock(), (newest?.createdAt ?? 0) + 1),
        signsFrom: clock() + leadMs,
      }));
      const detail = { kid: key.kid, atOnce, signsFrom: new Date(key.signsFrom).toISOString() };
      const entry = record({ account: NO_ACCOUNT, act: 'rotateKeys', detail }, caller);
      await store.add(deadline, key, entry);
      return listed(key, leadMs === 0 ? 'signing' : 'next');
    },
    revoke: async (deadline, { kid, caller }) => {
      const keys = await store.list(deadline);
      const found = keys.find((key) => key.kid === kid);
      if (found === undefined) return { kind: 'unknown' };
      if (maySign(keys, found, reach, clock())) return { kind: 'signing' };
      const entry = record({ account: NO_ACCOUNT, act: 'revokeKey', detail: { kid } }, caller);
      return { kind: (await store.revoke(deadline, kid, entry)) ? 'revoked' : 'unknown' };
    },
  };
};

const listed = ({ kid, createdAt, signsFrom }: SigningKey, state: KeyState): ListedKey => ({
  kid,
  state,
  createdAt,
  signsFrom,
});
