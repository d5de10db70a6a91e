import type { LoginFailures } from '@kith/ports';
import { forwards } from './keys.ts';
import type { CredentialCollections } from './credential-collections.ts';

/** No question goes back further. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Each failure makes room for itself and more, so that forgotten subjects do not pile up. */
const REMOVED_AT_ONCE = 100;

/** Remembers a failure; to be called in a write transaction. */
export const addFailure = (store: CredentialCollections, subject: string, at: number): void => {
  const ordinal = store.failures.count(forwards(subject, at));
  store.failures.put([subject, at, ordinal], true);
  store.failuresByTime.put([at, subject, ordinal], true);
};

/** Forgets some of the failures that nobody asks for any more; to be called in a write transaction. */
export const removeOldFailures = (store: CredentialCollections, now: number): void => {
  const old = { start: [0], end: [now - KEPT_MS], limit: REMOVED_AT_ONCE };
  for (const key of store.failuresByTime.keys(old)) {
    const [at, subject, ordinal] = key as [number, string, number];
    remove(store, subject, at, ordinal);
  }
};

/** Forgets the failures of a subject; to be called in a write transaction. */
export const clearFailures = (store: CredentialCollections, subject: string): void => {
  for (const key of store.failures.keys(forwards(subject))) {
    const [, at, ordinal] = key as [string, number, number];
    remove(store, subject, at, ordinal);
  }
};

/** How many failures the subject has since that time, and when the first and last of them were. */
export const failuresSince = (
  store: CredentialCollections,
  subject: string,
  since: number,
): LoginFailures => {
  const range = { ...forwards(subject), start: [subject, since] };
  const times = store.failures.keys(range).map(([, at]) => Number(at));
  return { count: times.length, oldest: times[0] ?? 0, newest: times.at(-1) ?? 0 };
};

const remove = (store: CredentialCollections, subject: string, at: number, ordinal: number): void => {
  store.failures.remove([subject, at, ordinal]);
  store.failuresByTime.remove([at, subject, ordinal]);
};
