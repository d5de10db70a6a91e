import { deadlineIn } from '@kith/platform';
import type { Keyring } from '@kith/platform';
import type { CredentialStore, Deadline, LoginFailures } from '@kith/ports';
import { LOGIN_WINDOW_MS, waitBeforeTry } from './login-limits.ts';
import { networkOf } from './network-of.ts';
import { createTriesUnderWay } from './tries-under-way.ts';
import type { Look } from './tries-under-way.ts';
import { createWaitingRoom } from './waiting-room.ts';

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
/** What is told to whom the tries under way alone keep out, for longer than is waited for them. */
const SOON_MS = 1_000;

export const createLoginThrottle = ({ credentials, keyring, clock }: LoginThrottleNeeds): LoginThrottle => {
  const underWay = createTriesUnderWay();
  const room = createWaitingRoom();
  const subjectsOf = subjectsBy(keyring);

  const verdictOf = async (deadline: Deadline, subjects: Subjects, look: Look): Promise<Verdict> => {
    const now = clock();
    const stored = await credentials.loginFailures(deadline, subjects, now - LOGIN_WINDOW_MS);
    const failures = subjects.map((_, index) => stored[index] ?? NO_FAILURES);
    const feared = failures.map((one, index) => withTries(one, look.count(subjects[index] ?? ''), now));
    return { waitMs: waitOf(failures, now), mayWaitMs: waitOf(feared, now) };
  };
  // Nothing may come between the last look at the tries under way and the beginning of this one.
  const enter = async (deadline: Deadline, subjects: Subjects, patience: Deadline): Promise<Entered> => {
    const look = underWay.look(subjects);
    try {
      const { waitMs, mayWaitMs } = await verdictOf(deadline, subjects, look);
      if (mayWaitMs === 0) return { waitMs: 0, end: underWay.begin(subjects) };
      if (waitMs > 0) return { waitMs, end: () => undefined };
      if (!(await room.wait(patience, look.ended))) return { waitMs: SOON_MS, end: () => undefined };
    } finally {
      look.close();
    }
    return enter(deadline, subjects, patience);
  };

  return {
    begin: async (deadline, caller) => {
      const subjects = subjectsOf(caller);
      const [pair, , username] = subjects;
      return {
        ...(await enter(deadline, subjects, deadlineIn(deadline.remainingMs() / 2))),
        failed: () => credentials.addLoginFailures(deadline, subjects, clock()),
        succeeded: () => credentials.clearLoginFailures(deadline, [pair, username]),
      };
    },
  };
};

/** What the stored failures alone demand, and what they would if every try under way failed. */
interface Verdict {
  readonly waitMs: number;
  readonly mayWaitMs: number;
}

type Entered = Pick<Try, 'waitMs' | 'end'>;

const withTries = (stored: LoginFailures, tries: number, now: number): LoginFailures =>
  tries === 0
    ? stored
    : { count: stored.count + tries, oldest: stored.count === 0 ? now : stored.oldest, newest: now };

const waitOf = (failures: readonly LoginFailures[], now: number): number => {
  const [pair, address, username] = failures as [LoginFailures, LoginFailures, LoginFailures];
  return waitBeforeTry({ pair, address, username }, now);
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
