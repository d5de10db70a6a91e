import { LOG_RETENTION_MS } from '@kith/domain/pipeline';
import type { LetterId, WaitingLetter } from '@kith/domain/tracking';
import type { Deadline, DeadLetterStore, EventLog, LetterOutcome, LogRecord } from '@kith/ports';

export interface Replaying {
  readonly letters: DeadLetterStore;
  readonly log: Pick<EventLog, 'append'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Appends the originals to the topics that they came from, in the order of the letters, then removes the letters. Cut
 * off between the two it is done again: what was stored already changes nothing. What was begun is noted first, so that
 * a record which becomes a letter again is known as one that was replayed before.
 */
export const replayLetters = async (
  { letters, log, clock }: Replaying,
  deadline: Deadline,
  ids: readonly LetterId[],
  found: readonly WaitingLetter[],
): Promise<readonly LetterOutcome[]> => {
  const fit = found.filter(({ original }) => original.kind === 'text');
  const digests = [...new Set(fit.map(({ digest }) => digest))];
  await letters.noteReplays(deadline, digests, clock() + LOG_RETENTION_MS);
  for (const topic of new Set(fit.map((letter) => letter.topic))) {
    const own = fit.filter((letter) => letter.topic === topic);
    await log.append(deadline, topic, own.flatMap(recordOf));
  }
  await letters.removeLetters(
    deadline,
    fit.map(({ id }) => id),
  );
  const replayed = new Set(fit.map(({ id }) => id));
  const waiting = new Set(found.map(({ id }) => id));
  return ids.map((id) => ({
    id,
    kind: replayed.has(id) ? 'replayed' : waiting.has(id) ? 'unfit' : 'unknown',
  }));
};

const recordOf = ({ key, original }: WaitingLetter): readonly LogRecord[] =>
  original.kind === 'text' ? [{ key, value: original.value }] : [];
