import type { Umid } from '@kith/domain/identity';
import { parseLetterId, type DeadLetter, type LetterPlace, type WaitingLetter } from '@kith/domain/tracking';
import type { LetterPage } from '@kith/ports';
import { forwards, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

const keyOf = ({ topic, partition, position }: LetterPlace): StoreKey => [topic, partition, position];

/** Under what a letter is found beside its place. */
const marksOf = (letter: DeadLetter): readonly StoreKey[] => [
  ...(letter.account === null ? [] : [['account', letter.account, ...keyOf(letter)]]),
  ...(letter.umid === null ? [] : [['umid', letter.umid, ...keyOf(letter)]]),
  ['buried', letter.buriedAt, ...keyOf(letter)],
  ['expiry', letter.expiresAt, ...keyOf(letter)],
];

/** Keeps a letter in the place of one that had its id; to be called in a write transaction, like all that write here. */
export const putLetter = (store: StoreCollections, letter: DeadLetter): void => {
  removeLetter(store, keyOf(letter));
  store.letters.put(keyOf(letter), letter);
  for (const mark of marksOf(letter)) store.letterMarks.put(mark, true);
};

/** Whether it was there. */
export const removeLetter = (store: StoreCollections, key: StoreKey): boolean => {
  const letter = store.letters.get(key);
  if (letter === undefined) return false;
  for (const mark of marksOf(letter)) store.letterMarks.remove(mark);
  return store.letters.remove(key);
};

/** null where the text is no id of a letter. */
export const letterKey = (id: string): StoreKey | null => {
  const place = parseLetterId(id);
  return place === null ? null : keyOf(place);
};

/** The letter with that key, and how often its replay was begun. */
export const waitingLetter = (store: StoreCollections, key: StoreKey): WaitingLetter | null => {
  const letter = store.letters.get(key);
  if (letter === undefined) return null;
  return { ...letter, replays: store.replays.get([letter.digest])?.begun ?? 0 };
};

/** A page of the letters, by their places. */
export const lettersOf = (
  store: StoreCollections,
  { account, umid, after, limit }: LetterPage,
): readonly WaitingLetter[] => {
  const prefix = prefixOf(account, umid);
  const behind = after === undefined ? null : letterKey(after);
  // The key itself is in the range, and gone or not it is passed over.
  const start = behind === null ? {} : { start: [...prefix, ...behind] };
  const range = { ...forwards(...prefix), ...start, limit: limit + 1 };
  const keys = prefix.length === 0 ? store.letters.keys(range) : store.letterMarks.keys(range);
  return keys
    .map((key) => key.slice(prefix.length))
    .filter((key) => behind === null || key.join('/') !== behind.join('/'))
    .slice(0, limit)
    .flatMap((key) => waitingLetter(store, key) ?? []);
};

const prefixOf = (account: LetterPage['account'], umid: LetterPage['umid']): StoreKey => {
  if (umid !== undefined) return ['umid', umid];
  return account === undefined ? [] : ['account', account];
};

/** Removes the letters whose key names the umid, at most `limit`; how many it were. */
export const removeLettersOf = (store: StoreCollections, umid: Umid, limit: number): number => {
  const marks = store.letterMarks.keys({ ...forwards('umid', umid), limit });
  for (const mark of marks) removeLetter(store, mark.slice(2));
  return marks.length;
};

/** Counts that the replay of a record begins, and remembers it until then. */
export const noteReplay = (store: StoreCollections, digest: string, until: number): void => {
  const known = store.replays.get([digest]);
  if (known !== undefined) store.letterMarks.remove(['replay', known.until, digest]);
  store.replays.put([digest], { begun: (known?.begun ?? 0) + 1, until });
  store.letterMarks.put(['replay', until, digest], true);
};

/** Removes the letters whose time of that kind is before then, at most `limit`; how many it were. */
export const removeLettersBefore = (
  store: StoreCollections,
  kind: 'buried' | 'expiry',
  then: number,
  limit: number,
): number => {
  const marks = store.letterMarks.keys({ ...forwards(kind), end: [kind, then], limit });
  for (const mark of marks) removeLetter(store, mark.slice(2));
  return marks.length;
};

/** Removes what has expired by then, at most `limit` letters and as many notes of replays; how many it were. */
export const removeExpired = (store: StoreCollections, now: number, limit: number): number => {
  const letters = removeLettersBefore(store, 'expiry', now, limit);
  const replays = store.letterMarks.keys({ ...forwards('replay'), end: ['replay', now], limit });
  for (const mark of replays) {
    store.replays.remove([String(mark[2])]);
    store.letterMarks.remove(mark);
  }
  return letters + replays.length;
};

/** Whether a letter's key names the umid. */
export const hasLetter = (store: StoreCollections, umid: Umid): boolean =>
  store.letterMarks.keys({ ...forwards('umid', umid), limit: 1 }).length > 0;
