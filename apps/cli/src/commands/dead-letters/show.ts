import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import { COMMAND_MS, type CommandDeps } from '../parts/command.ts';
import { asDeadLetterId, DEAD_LETTER_ID } from './dead-letter-id.ts';
import { deadLetterJson } from './dead-letter-text.ts';

/** `kith dead-letters show`: a dead letter with its original. */
export const defineDeadLettersShow = (
  deadLetters: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  deadLetters
    .command('show')
    .description('Shows a dead letter with the record as it came, as a JSON object.')
    .argument('<id>', DEAD_LETTER_ID, asDeadLetterId)
    .action((id) =>
      act(async () => {
        const { letter: deadLetter } = await connections.withDeadLetters(({ show }) =>
          show(deadlineIn(COMMAND_MS), { id }),
        );
        if (deadLetter === null)
          return { kind: 'failed', code: 'unknown_name', message: `no dead letter ${id} waits` };
        return { kind: 'done', data: deadLetterJson(deadLetter, 2) };
      }),
    );
};
