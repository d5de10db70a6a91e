import type { Keyring } from '@kith/platform';
import type { CredentialStore, Deadline, LoginFailures } from '@kith/ports';
import { LOGIN_WINDOW_MS, waitBeforeTry } from './login-limits.ts';
import { networkOf } from './network-of.ts';
import { createTriesUnderWay } from './tries-under-way.ts';

/** Who tries to log in, and from where. */
export interface Caller {
  readonly username: string;
  readonly address: string;
}

/** A try that must be ended whatever becomes of it. */
export interface Try {
  /** Milliseconds until it may be made; 0 where it may be made now. */
  readonly waitMs: number;
  failed(): Promise<void>;
  /** The password was right: its failures are forgotten, those of the address are not. */
  succeeded(): Promise<void>;
  end(): void;
}

/** Counts failed tries in the store, by keyed hashes: it holds neither names nor addresses. */
export interface LoginThrottle {
  begin(deadline: Deadline, caller: Caller): Promise<Try>;
}

export interface LoginThrottleNeeds {
  readonly credentials: CredentialStore;
  readonly keyring: Keyring;
  readonly clock: () => number;
}

const NO_FAILURES: LoginFailures = { count: 0, oldest: 0, newest: 0 };

export const createLoginThrottle = ({ credentials, keyring, clock }: LoginThrottleNeeds): LoginThrottle => {
  const underWay = createTriesUnderWay();
  const subjectsOf = subjectsBy(keyring);

  const waitFor = async (deadline: Deadline, subjects: Subjects): Promise<number> => {
    const now = clock();
    const stored = await credentials.loginFailures(deadline, subjects, now - LOGIN_WINDOW_MS);
    const [pair, address, username] = subjects.map((subject, index) =>
      underWay.addTo(subject, stored[index] ?? NO_FAILURES, now),
    ) as [LoginFailures, LoginFailures, LoginFailures];
    return waitBeforeTry({ pair, address, username }, now);
  };

  return {
    begin: async (deadline, caller) => {
      const subjects = subjectsOf(caller);
      const [pair, , username] = subjects;
      const end = underWay.begin(subjects);
      try {
        return {
          waitMs: await waitFor(deadline, subjects),
          failed: () => credentials.addLoginFailures(deadline, subjects, clock()),
          succeeded: () => credentials.clearLoginFailures(deadline, [pair, username]),
          end,
        };
      } catch (fault) {
        end();
        throw fault;
      }
    },
  };
};

/** Pair, address, user name. */
type Subjects = readonly [pair: string, address: string, username: string];

const subjectsBy =
  (keyring: Keyring) =>
  ({ username, address }: Caller): Subjects => {
    const subject = (...parts: readonly string[]): string =>
      keyring.mac('login', ...parts).toString('base64url');
    const network = networkOf(address);
    return [subject('pair', username, network), subject('address', network), subject('username', username)];
  };
