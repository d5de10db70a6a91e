import { NO_ACCOUNT, type AuditEntry } from '@kith/domain/privacy';
import type {
  AccountUser,
  CredentialStore,
  LoginTries,
  LoginTry,
  MakeAuditEntry,
  RefreshToken,
  SigningKey,
} from '@kith/ports';

/** A store in memory whose state a test can see, and which can be made to fail. */
export interface CredentialStoreFake extends CredentialStore {
  /** Every text that the store holds. */
  contents(): string;
  /** From now on every call rejects. */
  breakDown(): void;
  /** From now on no call is answered. */
  hang(): void;
  forgetUser(username: string): void;
}

type CountedTry = Pick<LoginTry, 'id' | 'at' | 'endsBy'>;

interface State {
  readonly users: Map<string, AccountUser>;
  readonly tokens: Map<string, RefreshToken>;
  readonly failures: Map<string, readonly CountedTry[]>;
  readonly audit: Map<string, readonly AuditEntry[]>;
  keys: readonly SigningKey[];
  fault: Promise<never> | null;
}

export const createCredentialStoreFake = (): CredentialStoreFake => {
  const state: State = {
    users: new Map(),
    tokens: new Map(),
    failures: new Map(),
    audit: new Map(),
    keys: [],
    fault: null,
  };
  const { users, tokens, failures, audit } = state;
  const answer = <T>(work: () => T): Promise<T> => state.fault ?? Promise.resolve(work());
  const triesOf = (name: string): readonly CountedTry[] => failures.get(name) ?? [];
  const trail = (account: string): readonly AuditEntry[] => audit.get(account) ?? [];
  const record = (account: string, entry: MakeAuditEntry): void =>
    void audit.set(account, [...trail(account), entry(trail(account).at(-1) ?? null)]);
  return {
    audit: {
      auditHead: ({ account }) => answer(() => trail(account).at(-1) ?? null),
      auditEntries: ({ account }, after, limit) =>
        answer(() =>
          trail(account)
            .slice(after, after + limit)
            .map((entry, index) => ({ sequence: after + index + 1, entry })),
        ),
    },
    users: {
      add: ({ account }, user, entry) =>
        answer(() => {
          if (users.has(user.username)) return 'exists';
          record(account, entry);
          users.set(user.username, { ...user, account });
          return 'added';
        }),
      find: (_, username) => answer(() => users.get(username) ?? null),
      list: ({ account }) => answer(() => [...users.values()].filter((user) => user.account === account)),
      changePassword: ({ account }, username, { passwordHash, revokeTokens }, entry) =>
        answer(() => {
          const user = users.get(username);
          if (user?.account !== account) return null;
          record(account, entry);
          users.set(username, { ...user, passwordHash });
          return revokeTokens ? removeAll(tokens, tokensOf(tokens, account, username)) : 0;
        }),
      remove: ({ account }, username, entry) =>
        answer(() => {
          if (users.get(username)?.account !== account) return false;
          record(account, entry);
          removeAll(tokens, tokensOf(tokens, account, username));
          return users.delete(username);
        }),
    },
    refreshTokens: {
      add: (_, token) => answer(() => void tokens.set(token.hash, token)),
      find: (_, hash) => answer(() => tokens.get(hash) ?? null),
      ofSession: ({ account }, session) =>
        answer(() => {
          const found = [...tokens.values()].find(({ sessionState }) => sessionState === session);
          return found?.account === account ? found : null;
        }),
      ofUser: ({ account }, username, limit) =>
        answer(() => tokensOf(tokens, account, username).slice(0, limit)),
      noteUse: (_, hash, at) =>
        answer(() => {
          const token = tokens.get(hash);
          if (token !== undefined)
            tokens.set(hash, { ...token, lastUsedAt: Math.max(token.lastUsedAt ?? 0, at) });
        }),
      remove: (_, hash) => answer(() => tokens.delete(hash)),
    },
    signingKeys: {
      list: () => answer(() => state.keys),
      addFirst: (_, key) =>
        answer(() => {
          if (state.keys.length === 0) state.keys = [key];
          return state.keys;
        }),
      add: (_, key, entry) =>
        answer(() => {
          record(NO_ACCOUNT, entry);
          state.keys = [key, ...state.keys];
        }),
      revoke: (_, revoked, entry) =>
        answer(() => {
          if (!state.keys.some(({ kid }) => kid === revoked)) return false;
          record(NO_ACCOUNT, entry);
          state.keys = state.keys.filter(({ kid }) => kid !== revoked);
          return true;
        }),
      remove: (_, kids) =>
        answer(() => void (state.keys = state.keys.filter(({ kid }) => !kids.includes(kid)))),
    },
    loginTries: {
      begin: (_, attempt, since, mayBegin) =>
        answer(() => {
          const tries = attempt.subjects.map((name) => summary(triesOf(name), since, attempt.at));
          const begun = mayBegin(tries);
          if (begun) attempt.subjects.forEach((name) => failures.set(name, [...triesOf(name), attempt]));
          return { begun, tries };
        }),
      end: (_, { id, subjects }, outcome) =>
        answer(() => {
          for (const name of subjects) {
            const others = triesOf(name).filter((other) => other.id !== id);
            const ended = triesOf(name)
              .filter((other) => other.id === id)
              .map(({ at }) => ({ id, at, endsBy: at }));
            failures.set(name, outcome === 'failed' ? [...others, ...ended] : others);
          }
        }),
      clearFailures: (_, subjects, now) =>
        answer(() =>
          subjects.forEach((name) =>
            failures.set(
              name,
              triesOf(name).filter(({ endsBy }) => now < endsBy),
            ),
          ),
        ),
    },
    contents: () => JSON.stringify([...users, ...tokens, ...failures, ...audit, ...state.keys]),
    breakDown: () => void (state.fault = rejection()),
    hang: () => void (state.fault = new Promise(() => undefined)),
    forgetUser: (username) => void users.delete(username),
  };
};

type Tokens = Map<string, RefreshToken>;

const tokensOf = (tokens: Tokens, account: string, username: string): readonly RefreshToken[] =>
  [...tokens.values()]
    .filter((token) => token.account === account && token.username === username)
    .toSorted((a, b) => b.createdAt - a.createdAt);

const removeAll = (tokens: Tokens, some: readonly RefreshToken[]): number =>
  some.filter(({ hash }) => tokens.delete(hash)).length;

/** Whoever waits for it gets the rejection; that nobody does yet is no fault of the process. */
const rejection = (): Promise<never> => {
  const rejected = Promise.reject(new Error('the store is down'));
  rejected.catch(() => undefined);
  return rejected;
};

const summary = (tries: readonly CountedTry[], since: number, now: number): LoginTries => {
  const counted = tries.filter(({ at }) => at >= since);
  const times = counted.filter(({ endsBy }) => endsBy <= now).map(({ at }) => at);
  return {
    failed: { count: times.length, oldest: times[0] ?? 0, newest: times.at(-1) ?? 0 },
    underWay: counted.length - times.length,
  };
};
