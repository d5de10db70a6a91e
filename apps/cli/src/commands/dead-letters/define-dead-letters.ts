import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandDeps } from '../parts/command.ts';
import { defineDeadLetterChange } from './change.ts';
import { defineDeadLettersList } from './list.ts';
import { defineDeadLettersShow } from './show.ts';

/** `kith dead-letters`: records of the tracking topic that could not be processed (docs/behaviour.md#dead-letters). */
export const defineDeadLetters = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const deadLetters = kith
    .command('dead-letters')
    .description('Tracking records that can never be processed as they are, until they expire.')
    .helpCommand(false);
  defineDeadLettersList(deadLetters, defining);
  defineDeadLettersShow(deadLetters, defining);
  defineDeadLetterChange(deadLetters, defining, {
    name: 'replay',
    description:
      'Gives records back to the log, once what made them fail is mended: an account that is configured again, a ' +
      'newer program. What was stored already is not counted twice; what fails again is a dead letter again.',
  });
  defineDeadLetterChange(deadLetters, defining, {
    name: 'drop',
    description: 'Removes dead letters for good.',
  });
};
