import { setImmediate } from 'node:timers/promises';
import type { ListedDeadLetter, WaitingDeadLetter } from '@kith/domain/tracking';
import { NO_DEADLINE } from '@kith/platform';
import type { Deadline, DeadLetterStore } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import type { StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import {
  deadLetterKey,
  deadLettersOf,
  noteReplay,
  removeExpired,
  removeDeadLetter,
  removeDeadLettersBefore,
  waitingDeadLetter,
} from './stored-dead-letters.ts';

/** So few that nobody who waits for the same commit notices. */
const DEAD_LETTERS_PER_STEP = 200;

/** Dead letters in the embedded store. */
export const createDeadLetterStore = (
  environment: Environment,
  store: StoreCollections,
): DeadLetterStore => ({
  list: (deadline, page) => environment.read(deadline, () => deadLettersOf(store, page).map(withoutOriginal)),
  read: (deadline, ids) =>
    environment.read(deadline, () => keysOf(ids).flatMap((key) => waitingDeadLetter(store, key) ?? [])),
  noteReplays: (deadline, digests, until) =>
    environment.write(deadline, () => digests.forEach((digest) => noteReplay(store, digest, until))),
  remove: (deadline, ids) =>
    environment.write(deadline, () => keysOf(ids).filter((key) => removeDeadLetter(store, key)).length),
  removeBefore: (deadline, then) =>
    inSteps(environment, deadline, () =>
      removeDeadLettersBefore(store, 'buried', then, DEAD_LETTERS_PER_STEP),
    ),
});

const keysOf = (ids: readonly string[]): readonly StoreKey[] =>
  ids.map(deadLetterKey).filter((key) => key !== null);

const withoutOriginal = ({ original: _original, ...listed }: WaitingDeadLetter): ListedDeadLetter => listed;

/** Removes the dead letters and the notes of replays that have expired by then. */
export const sweepDeadLetters = (
  environment: Environment,
  store: StoreCollections,
  now: number,
): Promise<void> => inSteps(environment, NO_DEADLINE, () => removeExpired(store, now, DEAD_LETTERS_PER_STEP));

/** Again and again, each step a commit, until one has less to do than it may. */
const inSteps = async (
  environment: Environment,
  deadline: Deadline,
  removeSome: () => number,
): Promise<void> => {
  while ((await environment.write(deadline, removeSome)) >= DEAD_LETTERS_PER_STEP) await setImmediate();
};
