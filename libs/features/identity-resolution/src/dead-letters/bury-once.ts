import { DEAD_LETTER_TOPIC, encodeDeadLetter } from '@kith/contracts';
import type { DeadLetter } from '@kith/domain/tracking';
import type { Deadline, EventLog } from '@kith/ports';

/** What telling of dead letters takes. */
export interface Burying {
  readonly log: Pick<EventLog, 'append'>;
  readonly callDeadline: () => Deadline;
}

/**
 * Appends letters to the dead-letter topic, each once as long as this process takes the same batch. A batch that is
 * delivered again appends them again, with the same ids: the letters that wait are those of the store.
 */
export const buryOnce = ({
  log,
  callDeadline,
}: Burying): ((letters: readonly DeadLetter[]) => Promise<void>) => {
  const buried = new Set<string>();
  return async (letters) => {
    const fresh = letters.filter(({ id }) => !buried.has(id));
    if (fresh.length === 0) return;
    const records = fresh.map((letter) => ({ key: letter.key, value: encodeDeadLetter(letter) }));
    await log.append(callDeadline(), DEAD_LETTER_TOPIC, records);
    for (const { id } of fresh) buried.add(id);
  };
};
