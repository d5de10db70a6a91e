import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { MAX_LISTED_DEAD_LETTERS } from '@kith/contracts';
import type { ListedDeadLetter } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { asDeadLetterId, asLimit } from './dead-letter-id.ts';
import { deadLetterJson, deadLetterLine } from './dead-letter-text.ts';

const DEFAULT_LIMIT = 100;

/** `kith dead-letters list`: which records could not be processed, by their places in the log. */
export const defineDeadLettersList = (
  deadLetters: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  deadLetters
    .command('list')
    .description(
      'Lists the records that can never be processed as they are: where they lie, since when, and why.',
    )
    .option('--account <name>', 'only those that name this account, configured or not')
    .option('--after <id>', 'only those behind this one', asDeadLetterId)
    .option(
      '--limit <number>',
      `at most so many, up to ${MAX_LISTED_DEAD_LETTERS}`,
      asLimit(MAX_LISTED_DEAD_LETTERS),
      DEFAULT_LIMIT,
    )
    .option('--json', 'as a JSON list of objects')
    .action(({ account, after, limit, json }) =>
      act(async () => {
        const page = {
          limit,
          ...(account === undefined ? {} : { account }),
          ...(after === undefined ? {} : { after }),
        };
        const listed = await connections.withDeadLetters(({ list }) => list(deadlineIn(COMMAND_MS), page));
        return outcomeOf(listed, limit, json === true);
      }),
    );
};

const outcomeOf = (listed: readonly ListedDeadLetter[], limit: number, asJson: boolean): Outcome => {
  const last = listed.at(-1);
  if (last === undefined) {
    return { kind: 'done', message: 'No dead letter waits here.', ...(asJson ? { data: '[]' } : {}) };
  }
  const data = asJson
    ? `[${listed.map((deadLetter) => deadLetterJson(deadLetter)).join(',\n')}]`
    : listed.map(deadLetterLine).join('\n');
  if (listed.length < limit) return { kind: 'done', data };
  return { kind: 'done', data, message: `There may be more: --after ${last.id}` };
};
