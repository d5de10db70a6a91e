import { MAX_LISTED_DEAD_LETTERS } from '@kith/contracts';
import type { DeadLetterId } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { DeadLetterAdministration } from '@kith/ports';
import { COMMAND_MS } from '../parts/command.ts';

/**
 * The ids of all dead letters that wait now. They are read to the end before anything is done to one of them: a record
 * that is replayed in vain comes back as a new dead letter, which is not to be met again.
 */
export const everyDeadLetter = async (
  { list }: DeadLetterAdministration,
  account: string | undefined,
): Promise<readonly DeadLetterId[]> => {
  const ids: DeadLetterId[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await list(deadlineIn(COMMAND_MS), {
      limit: MAX_LISTED_DEAD_LETTERS,
      ...(account === undefined ? {} : { account }),
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page) ids.push(id);
    if (page.length < MAX_LISTED_DEAD_LETTERS) return ids;
  }
};
