import { MAX_LISTED_LETTERS } from '@kith/contracts';
import type { LetterId } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { DeadLetterAdministration } from '@kith/ports';
import { COMMAND_MS } from '../parts/command.ts';

/**
 * The ids of all letters that wait now. They are read to the end before anything is done to one of them: a record that
 * is replayed in vain comes back as a new letter, which is not to be met again.
 */
export const everyLetter = async (
  { list }: DeadLetterAdministration,
  account: string | undefined,
): Promise<readonly LetterId[]> => {
  const ids: LetterId[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await list(deadlineIn(COMMAND_MS), {
      limit: MAX_LISTED_LETTERS,
      ...(account === undefined ? {} : { account }),
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page) ids.push(id);
    if (page.length < MAX_LISTED_LETTERS) return ids;
  }
};
