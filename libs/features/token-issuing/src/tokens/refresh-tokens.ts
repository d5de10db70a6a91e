import type { Keyring, NewId, RandomBytes } from '@kith/platform';
import type { AccountUser, CredentialStore, Deadline, RefreshToken } from '@kith/ports';

/** Lets a scanner for leaked secrets find the tokens. */
const PREFIX = 'kith_rt_';
const SHAPE = /^kith_rt_[\w-]{43}$/;

/** Offline refresh tokens: 256 random bits, never expiring; only their keyed hash is stored. */
export interface RefreshTokens {
  /** The only moment at which the token itself is known. */
  issue(deadline: Deadline, user: AccountUser, name: string): Promise<IssuedRefreshToken>;
  /** What is known of the token, or null where it is unknown, was revoked, or its user is gone. */
  find(deadline: Deadline, token: string): Promise<RefreshToken | null>;
  revoke(deadline: Deadline, token: string): Promise<void>;
  /** Whether the token of a session was neither revoked nor lost its user. */
  lives(deadline: Deadline, session: SessionOfToken): Promise<boolean>;
}

/** A token, this once, and what is stored of it. */
export interface IssuedRefreshToken {
  readonly token: string;
  readonly stored: RefreshToken;
}

/** What an access token says of the refresh token that it came from. */
export interface SessionOfToken {
  readonly account: string;
  readonly sid: string;
}

export interface RefreshTokensDeps {
  readonly credentials: Pick<CredentialStore, 'users' | 'refreshTokens'>;
  readonly keyring: Keyring;
  readonly clock: () => number;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
}

export const createRefreshTokens = ({
  credentials,
  keyring,
  clock,
  newId,
  randomBytes,
}: RefreshTokensDeps): RefreshTokens => ({
  issue: async (deadline, user, name) => {
    const token = PREFIX + randomBytes(32).toString('base64url');
    const stored = {
      hash: asText(keyring.mac('refreshToken', token)),
      account: user.account,
      username: user.username,
      sessionState: newId(),
      name,
      // Never before its user, even where another machine's clock, which added the user, is ahead.
      createdAt: Math.max(clock(), user.createdAt),
      lastUsedAt: null,
    };
    await credentials.refreshTokens.add(deadline, stored);
    return { token, stored };
  },
  find: async (deadline, token) => {
    for (const hash of hashesOf(keyring, token)) {
      const found = await credentials.refreshTokens.find(deadline, hash);
      if (found !== null) return (await isOfItsUser(credentials, deadline, found)) ? found : null;
    }
    return null;
  },
  revoke: async (deadline, token) => {
    for (const hash of hashesOf(keyring, token)) await credentials.refreshTokens.remove(deadline, hash);
  },
  lives: async (deadline, { account, sid }) => {
    const found = await credentials.refreshTokens.ofSession({ account, deadline }, sid);
    return found !== null && isOfItsUser(credentials, deadline, found);
  },
});

const asText = (mac: Buffer): string => mac.toString('base64url');

/** The hashes that the token may be stored under, one for each secret in use; none of what is no token. */
const hashesOf = (keyring: Keyring, token: string): readonly string[] =>
  SHAPE.test(token) ? keyring.macs('refreshToken', token).map(asText) : [];

/** A user who was removed and added again is another one: the tokens of the first do not come back. */
const isOfItsUser = async (
  { users }: Pick<CredentialStore, 'users'>,
  deadline: Deadline,
  { account, username, createdAt }: RefreshToken,
): Promise<boolean> => {
  const user = await users.find(deadline, username);
  return user !== null && user.account === account && user.createdAt <= createdAt;
};
