import type { BegunLoginTry, LoginTries, LoginTry, LoginTryStore } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { forwards, type StoreKey } from '../engine/keys.ts';
import type { CredentialCollections, TryUnderWay } from './credential-collections.ts';

/** No question goes back further. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Each try makes room for itself and more, so that forgotten subjects do not pile up. */
const REMOVED_AT_ONCE = 100;

/** Tries to log in and failures, by subject and time. */
export const createLoginTryStore = (
  environment: Environment,
  store: CredentialCollections,
): LoginTryStore => ({
  begin: (deadline, attempt, since, mayBegin) =>
    environment.write(deadline, () => beginTry(store, attempt, since, mayBegin)),
  end: (deadline, attempt, outcome) => environment.write(deadline, () => endTry(store, attempt, outcome)),
  clearFailures: (deadline, subjects, now) =>
    environment.write(deadline, () => subjects.forEach((subject) => clearFailures(store, subject, now))),
});

/** Counts, and lets the try begin where it may; to be called in a write transaction. */
const beginTry = (
  store: CredentialCollections,
  attempt: LoginTry,
  since: number,
  mayBegin: (tries: readonly LoginTries[]) => boolean,
): BegunLoginTry => {
  const { subjects, at } = attempt;
  removeOldTries(store, at);
  const tries = subjects.map((subject) => triesSince(store, subject, since, at));
  const begun = mayBegin(tries);
  if (begun) for (const subject of subjects) addTry(store, subject, attempt);
  return { begun, tries };
};

/** Ends a try as failed or as none; to be called in a write transaction. */
const endTry = (
  store: CredentialCollections,
  { id, subjects, at }: LoginTry,
  outcome: 'failed' | 'void',
): void => {
  for (const { key, value } of subjects.flatMap((subject) => [
    ...store.failures.entries(forwards(subject, at)),
  ])) {
    if (value === true || value.id !== id) continue;
    if (outcome === 'failed') store.failures.put(key, true);
    else remove(store, key);
  }
};

/** Forgets the failures of a subject; to be called in a write transaction. */
const clearFailures = (store: CredentialCollections, subject: string, now: number): void => {
  for (const { key, value } of [...store.failures.entries(forwards(subject))]) {
    if (!isUnderWay(value, now)) remove(store, key);
  }
};

const addTry = (store: CredentialCollections, subject: string, { id, at, endsBy }: LoginTry): void => {
  const last = store.failures.keys({ ...forwards(subject, at) }).at(-1);
  const ordinal = last === undefined ? 0 : Number(last[2]) + 1;
  store.failures.put([subject, at, ordinal], { id, endsBy });
  store.failuresByTime.put([at, subject, ordinal], true);
};

const triesSince = (
  store: CredentialCollections,
  subject: string,
  since: number,
  now: number,
): LoginTries => {
  const entries = [...store.failures.entries({ ...forwards(subject), start: [subject, since] })];
  const times = entries.filter(({ value }) => !isUnderWay(value, now)).map(({ key: [, at] }) => Number(at));
  return {
    failed: { count: times.length, oldest: times[0] ?? 0, newest: times.at(-1) ?? 0 },
    underWay: entries.length - times.length,
  };
};

const isUnderWay = (value: TryUnderWay | true, now: number): boolean => value !== true && now < value.endsBy;

const removeOldTries = (store: CredentialCollections, now: number): void => {
  const old = { start: [0], end: [now - KEPT_MS], limit: REMOVED_AT_ONCE };
  for (const [at, subject, ordinal] of store.failuresByTime.keys(old)) {
    remove(store, [String(subject), Number(at), Number(ordinal)]);
  }
};

const remove = (store: CredentialCollections, [subject, at, ordinal]: StoreKey): void => {
  store.failures.remove([String(subject), Number(at), Number(ordinal)]);
  store.failuresByTime.remove([Number(at), String(subject), Number(ordinal)]);
};
