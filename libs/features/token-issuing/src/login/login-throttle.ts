import {
  type Admission,
  createKeyedCounter,
  createSemaphore,
  deadlineIn,
  isInTime,
  type Keyring,
  type NewId,
  pause,
} from '@kith/platform';
import type {
  BegunLoginTry,
  Deadline,
  LoginFailures,
  LoginTries,
  LoginTry,
  LoginTryStore,
} from '@kith/ports';
import { LOGIN_WINDOW_MS, waitBeforeTry } from './login-limits.ts';
import { networkOf } from './network-of.ts';

/** Tries that this process is making. */
interface TriesUnderWay {
  count(subject: string): number;
  /** Counts a try under each subject until it ends. */
  begin(subjects: readonly string[]): TryUnderWay;
  /** Resolves once a try of one of the subjects has ended. */
  ended(subjects: readonly string[]): Promise<void>;
}

/** A try that is counted. */
interface TryUnderWay {
  /** It was made. */
  end(): void;
  /** It was not made after all: nobody who waits hears of it, for the store still says what it said. */
  withdraw(): void;
}

interface Watcher {
  readonly subjects: readonly string[];
  readonly tell: () => void;
}

/** Who tries to log in, and from where. */
export interface Caller {
  readonly username: string;
  readonly address: string;
}

/** `right`: its failures are forgotten, those of the address are not. `void`: no password was checked. */
export type TryOutcome = 'failed' | 'right' | 'void';

/** A try that may be made, and must be ended whatever becomes of it, or one that may not be made yet. */
export type Try =
  | { readonly kind: 'begun'; end(outcome: TryOutcome): Promise<void> }
  | { readonly kind: 'tooMany'; readonly waitMs: number };

/** Counts tries in the store, by keyed hashes: it holds neither names nor addresses. */
export interface LoginThrottle {
  /** The try counts as failed from its beginning: of tries at once no more begin than may fail. */
  begin(deadline: Deadline, caller: Caller): Promise<Try>;
}

export interface LoginThrottleDeps {
  readonly tries: LoginTryStore;
  readonly keyring: Keyring;
  readonly clock: () => number;
  readonly newId: NewId;
  /** Lets one try after the other begin in the store: those of one process would only get in each other's way. */
  readonly beginnings: Admission;
}

/** The most who wait at once for the outcome of others, whatever for: each of them holds a request. */
const MAX_WAITING = 32;
/** What is told to whom the tries under way alone keep out, for longer than is waited for them. */
const SOON_MS = 1_000;
/** How long a try that another process makes is waited for before the store is asked again. */
const ELSEWHERE_MS = 100;
/** How long after its deadline a try may still be told the store. */
const SLACK_MS = 1_000;

const NO_FAILURES: LoginFailures = { count: 0, oldest: 0, newest: 0 };

export const createLoginThrottle = (deps: LoginThrottleDeps): LoginThrottle => {
  const { tries: store, keyring, clock, newId, beginnings } = deps;
  const here = createTriesUnderWay();
  const waiting = createSemaphore(() => MAX_WAITING);
  const subjectsOf = subjectsBy(keyring);

  const beginInStore = (deadline: Deadline, attempt: LoginTry): Promise<BegunLoginTry> =>
    beginnings.admit(deadline, () =>
      store.begin(
        deadline,
        attempt,
        attempt.at - LOGIN_WINDOW_MS,
        (tries) =>
          waitOf(
            tries.map((one) => asFeared(one, attempt.at)),
            attempt.at,
          ) === 0,
      ),
    );
  const settle = async (deadline: Deadline, attempt: LoginTry, outcome: TryOutcome): Promise<void> => {
    await store.end(deadline, attempt, outcome === 'failed' ? 'failed' : 'void');
    const [pair, , username] = attempt.subjects as Subjects;
    if (outcome === 'right') await store.clearFailures(deadline, [pair, username], clock());
  };
  /** null: only tries that are under way keep it out. */
  const tryToBegin = async (deadline: Deadline, subjects: Subjects): Promise<Try | null> => {
    const now = clock();
    const ofHere = subjects.map((one) => asFeared({ failed: NO_FAILURES, underWay: here.count(one) }, now));
    if (waitOf(ofHere, now) > 0) return null;
    const own = here.begin(subjects);
    const endsBy = now + deadline.remainingMs() + SLACK_MS;
    const attempt = { id: newId(), subjects, at: now, endsBy };
    const { begun, tries } = await beginInStore(deadline, attempt).catch((error: unknown) => {
      own.withdraw();
      throw error;
    });
    if (begun)
      return { kind: 'begun', end: (outcome) => settle(deadline, attempt, outcome).finally(own.end) };
    own.withdraw();
    const waitMs = waitOf(
      tries.map(({ failed }) => failed),
      now,
    );
    return waitMs > 0 ? { kind: 'tooMany', waitMs } : null;
  };
  const begin = async (deadline: Deadline, subjects: Subjects, waitUntil: Deadline): Promise<Try> => {
    const ended = here.ended(subjects);
    const begun = await tryToBegin(deadline, subjects);
    if (begun !== null) return begun;
    const again = Promise.race([ended, pause(ELSEWHERE_MS)]);
    const hasTime = waitUntil.remainingMs() > 0;
    const mayTry = hasTime && (await waiting.tryRun(() => isInTime(waitUntil, again))) === true;
    return mayTry ? begin(deadline, subjects, waitUntil) : { kind: 'tooMany', waitMs: SOON_MS };
  };
  return {
    begin: (deadline, caller) => begin(deadline, subjectsOf(caller), deadlineIn(deadline.remainingMs() / 2)),
  };
};

/** What stands against the next try if every one that is under way fails. */
const asFeared = ({ failed, underWay }: LoginTries, now: number): LoginFailures =>
  underWay === 0
    ? failed
    : { count: failed.count + underWay, oldest: failed.count === 0 ? now : failed.oldest, newest: now };

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

/** What this process knows without asking the store; the store counts for all processes. */
const createTriesUnderWay = (): TriesUnderWay => {
  const counter = createKeyedCounter();
  const watchers = new Set<Watcher>();
  const end = (subjects: readonly string[]): void => {
    counter.add(subjects, -1);
    for (const watcher of watchers) {
      if (!watcher.subjects.some((subject) => subjects.includes(subject))) continue;
      watchers.delete(watcher);
      watcher.tell();
    }
  };
  return {
    count: counter.count,
    begin: (subjects) => {
      counter.add(subjects, 1);
      return { end: () => end(subjects), withdraw: () => counter.add(subjects, -1) };
    },
    ended: (subjects) => new Promise((tell) => void watchers.add({ subjects, tell })),
  };
};
