import { setImmediate } from 'node:timers/promises';
import type { ListedLetter, WaitingLetter } from '@kith/domain/tracking';
import { NO_DEADLINE } from '@kith/platform';
import type { Deadline, DeadLetterStore } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import type { StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import {
  letterKey,
  lettersOf,
  noteReplay,
  removeExpired,
  removeLetter,
  removeLettersBefore,
  waitingLetter,
} from './stored-letters.ts';

/** So few that nobody who waits for the same commit notices. */
const LETTERS_PER_STEP = 200;

/** Dead letters in the embedded store. */
export const createDeadLetterStore = (
  environment: Environment,
  store: StoreCollections,
): DeadLetterStore => ({
  letters: (deadline, page) => environment.read(deadline, () => lettersOf(store, page).map(withoutOriginal)),
  readLetters: (deadline, ids) =>
    environment.read(deadline, () => keysOf(ids).flatMap((key) => waitingLetter(store, key) ?? [])),
  noteReplays: (deadline, digests, until) =>
    environment.write(deadline, () => digests.forEach((digest) => noteReplay(store, digest, until))),
  removeLetters: (deadline, ids) =>
    environment.write(deadline, () => keysOf(ids).filter((key) => removeLetter(store, key)).length),
  removeLettersBefore: (deadline, then) =>
    inSteps(environment, deadline, () => removeLettersBefore(store, 'buried', then, LETTERS_PER_STEP)),
});

const keysOf = (ids: readonly string[]): readonly StoreKey[] =>
  ids.map(letterKey).filter((key) => key !== null);

const withoutOriginal = ({ original: _original, ...listed }: WaitingLetter): ListedLetter => listed;

/** Removes the letters and the notes of replays that have expired by then. */
export const sweepLetters = (environment: Environment, store: StoreCollections, now: number): Promise<void> =>
  inSteps(environment, NO_DEADLINE, () => removeExpired(store, now, LETTERS_PER_STEP));

/** Again and again, each step a commit, until one has less to do than it may. */
const inSteps = async (
  environment: Environment,
  deadline: Deadline,
  removeSome: () => number,
): Promise<void> => {
  while ((await environment.write(deadline, removeSome)) >= LETTERS_PER_STEP) await setImmediate();
};
