import type { Keyring } from '@kith/platform';
import type { AccountUser, Deadline, UserStore } from '@kith/ports';

/** How long a login at the page is good for. */
export const PAGE_LOGIN_MS = 15 * 60_000;

/**
 * Logins at the page, as text that browsers carry and that nothing is stored for. A login hangs on the session that it
 * was made in and on the password: with another password, or without its user, it is over.
 */
export interface PageLogins {
  seal(sessionId: string, user: AccountUser): string;
  /** The user who logged in, or null where that was not so, is too long ago, or is over. */
  open(deadline: Deadline, sessionId: string, sealed: string): Promise<AccountUser | null>;
}

export interface PageLoginsDeps {
  readonly users: UserStore;
  readonly keyring: Keyring;
  readonly clock: () => number;
}

const SEALED = /^(?<name>[\w-]+)\.(?<until>\d{1,15})\.(?<mac>[\w-]{43})$/;

export const createPageLogins = ({ users, keyring, clock }: PageLoginsDeps): PageLogins => ({
  seal: (sessionId, user) => {
    const until = String(clock() + PAGE_LOGIN_MS);
    const mac = keyring.mac('login', ...sealedParts(sessionId, until, user)).toString('base64url');
    return `${Buffer.from(user.username).toString('base64url')}.${until}.${mac}`;
  },
  open: async (deadline, sessionId, sealed) => {
    const { name = '', until = '0', mac = '' } = SEALED.exec(sealed)?.groups ?? {};
    if (clock() >= Number(until)) return null;
    const user = await users.find(deadline, Buffer.from(name, 'base64url').toString('utf8'));
    if (user === null) return null;
    const parts = sealedParts(sessionId, until, user);
    return keyring.verify('login', Buffer.from(mac, 'base64url'), ...parts) ? user : null;
  },
});

const sealedParts = (sessionId: string, until: string, user: AccountUser): readonly string[] => [
  'page login',
  sessionId,
  until,
  user.username,
  user.passwordHash,
];
