import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import { COMMAND_MS, type CommandDeps } from '../parts/command.ts';
import { asLetterId, LETTER_ID } from './letter-id.ts';
import { letterJson } from './letter-text.ts';

/** `kith dead-letters show`: a letter with its original. */
export const defineDeadLettersShow = (
  letters: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  letters
    .command('show')
    .description('Shows a dead letter with the record as it came, as a JSON object.')
    .argument('<id>', LETTER_ID, asLetterId)
    .action((id) =>
      act(async () => {
        const { letter } = await connections.withDeadLetters(({ show }) =>
          show(deadlineIn(COMMAND_MS), { id }),
        );
        if (letter === null)
          return { kind: 'failed', code: 'unknown_name', message: `no dead letter ${id} waits` };
        return { kind: 'done', data: letterJson(letter, 2) };
      }),
    );
};
