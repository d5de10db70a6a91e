import type { CredentialStore, KeyAdministration, KeyState, ListedKey, SigningKey } from '@kith/ports';
import { KEY_LEAD_MS, scheduleKeys } from './key-schedule.ts';
import { makeSigningKey } from './make-signing-key.ts';

export interface KeyAdministrationNeeds {
  readonly credentials: CredentialStore;
  readonly clock: () => number;
}

/** What an administrator does about signing keys, on the store itself. */
export const createKeyAdministration = ({
  credentials,
  clock,
}: KeyAdministrationNeeds): KeyAdministration => {
  const list: KeyAdministration['list'] = async (deadline) =>
    scheduleKeys(await credentials.signingKeys(deadline), clock()).map(({ key, state }) =>
      listed(key, state),
    );
  return {
    list,
    rotate: async (deadline, { atOnce }) => {
      const now = clock();
      const [newest] = await credentials.signingKeys(deadline);
      const isUrgent = atOnce || newest === undefined;
      const key = await makeSigningKey({
        // The newest also where the clock that made the one before is ahead.
        createdAt: Math.max(now, (newest?.createdAt ?? 0) + 1),
        signsFrom: isUrgent ? now : now + KEY_LEAD_MS,
      });
      await credentials.addSigningKey(deadline, key);
      return listed(key, isUrgent ? 'signing' : 'next');
    },
    revoke: async (deadline, revoked) => {
      const found = (await list(deadline)).find(({ kid }) => kid === revoked);
      if (found === undefined) return { kind: 'unknown' };
      if (found.state === 'signing') return { kind: 'signing' };
      await credentials.removeSigningKeys(deadline, [revoked]);
      return { kind: 'revoked' };
    },
  };
};

const listed = ({ kid, createdAt, signsFrom }: SigningKey, state: KeyState): ListedKey => ({
  kid,
  state,
  createdAt,
  signsFrom,
});
