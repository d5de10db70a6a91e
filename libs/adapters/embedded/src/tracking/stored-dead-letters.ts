import type { Umid } from '@kith/domain/identity';
import {
  parseDeadLetterId,
  type DeadLetter,
  type DeadLetterPlace,
  type WaitingDeadLetter,
} from '@kith/domain/tracking';
import type { DeadLetterPage } from '@kith/ports';
import { forwards, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

const keyOf = ({ topic, partition, position }: DeadLetterPlace): StoreKey => [topic, partition, position];

/** Under what a dead letter is found beside its place. */
const marksOf = (deadLetter: DeadLetter): readonly StoreKey[] => [
  ...(deadLetter.account === null ? [] : [['account', deadLetter.account, ...keyOf(deadLetter)]]),
  ...(deadLetter.umid === null ? [] : [['umid', deadLetter.umid, ...keyOf(deadLetter)]]),
  ['buried', deadLetter.buriedAt, ...keyOf(deadLetter)],
  ['expiry', deadLetter.expiresAt, ...keyOf(deadLetter)],
];

/**
 * Keeps a dead letter in the place of one that had its id; to be called in a write transaction, like all that write
 * here.
 */
export const putDeadLetter = (store: StoreCollections, deadLetter: DeadLetter): void => {
  removeDeadLetter(store, keyOf(deadLetter));
  store.deadLetters.put(keyOf(deadLetter), deadLetter);
  for (const mark of marksOf(deadLetter)) store.deadLetterMarks.put(mark, true);
};

/** Whether it was there. */
export const removeDeadLetter = (store: StoreCollections, key: StoreKey): boolean => {
  const deadLetter = store.deadLetters.get(key);
  if (deadLetter === undefined) return false;
  for (const mark of marksOf(deadLetter)) store.deadLetterMarks.remove(mark);
  return store.deadLetters.remove(key);
};

/** null where the text is no id of a dead letter. */
export const deadLetterKey = (id: string): StoreKey | null => {
  const place = parseDeadLetterId(id);
  return place === null ? null : keyOf(place);
};

/** The dead letter with that key, and how often its replay was begun. */
export const waitingDeadLetter = (store: StoreCollections, key: StoreKey): WaitingDeadLetter | null => {
  const deadLetter = store.deadLetters.get(key);
  if (deadLetter === undefined) return null;
  return { ...deadLetter, replays: store.replays.get([deadLetter.digest])?.begun ?? 0 };
};

/** A page of the dead letters, by their places. */
export const deadLettersOf = (
  store: StoreCollections,
  { account, umid, after, limit }: DeadLetterPage,
): readonly WaitingDeadLetter[] => {
  const prefix = prefixOf(account, umid);
  const behind = after === undefined ? null : deadLetterKey(after);
  // The key itself is in the range, and gone or not it is passed over.
  const start = behind === null ? {} : { start: [...prefix, ...behind] };
  const range = { ...forwards(...prefix), ...start, limit: limit + 1 };
  const keys = prefix.length === 0 ? store.deadLetters.keys(range) : store.deadLetterMarks.keys(range);
  return keys
    .map((key) => key.slice(prefix.length))
    .filter((key) => behind === null || key.join('/') !== behind.join('/'))
    .slice(0, limit)
    .flatMap((key) => waitingDeadLetter(store, key) ?? []);
};

const prefixOf = (account: DeadLetterPage['account'], umid: DeadLetterPage['umid']): StoreKey => {
  if (umid !== undefined) return ['umid', umid];
  return account === undefined ? [] : ['account', account];
};

/** Removes the dead letters whose key names the umid, at most `limit`; how many it were. */
export const removeDeadLettersOf = (store: StoreCollections, umid: Umid, limit: number): number => {
  const marks = store.deadLetterMarks.keys({ ...forwards('umid', umid), limit });
  for (const mark of marks) removeDeadLetter(store, mark.slice(2));
  return marks.length;
};

/** Counts that the replay of a record begins, and remembers it until then. */
export const noteReplay = (store: StoreCollections, digest: string, until: number): void => {
  const known = store.replays.get([digest]);
  if (known !== undefined) store.deadLetterMarks.remove(['replay', known.until, digest]);
  store.replays.put([digest], { begun: (known?.begun ?? 0) + 1, until });
  store.deadLetterMarks.put(['replay', until, digest], true);
};

/** Removes the dead letters whose time of that kind is before then, at most `limit`; how many it were. */
export const removeDeadLettersBefore = (
  store: StoreCollections,
  kind: 'buried' | 'expiry',
  then: number,
  limit: number,
): number => {
  const marks = store.deadLetterMarks.keys({ ...forwards(kind), end: [kind, then], limit });
  for (const mark of marks) removeDeadLetter(store, mark.slice(2));
  return marks.length;
};

/** Removes what has expired by then, at most `limit` dead letters and as many notes of replays; how many it were. */
export const removeExpired = (store: StoreCollections, now: number, limit: number): number => {
  const deadLetters = removeDeadLettersBefore(store, 'expiry', now, limit);
  const replays = store.deadLetterMarks.keys({ ...forwards('replay'), end: ['replay', now], limit });
  for (const mark of replays) {
    store.replays.remove([String(mark[2])]);
    store.deadLetterMarks.remove(mark);
  }
  return deadLetters + replays.length;
};

/** Whether a dead letter's key names the umid. */
export const hasDeadLetter = (store: StoreCollections, umid: Umid): boolean =>
  store.deadLetterMarks.keys({ ...forwards('umid', umid), limit: 1 }).length > 0;
