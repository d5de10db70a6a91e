import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { DestinationStatus } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { destinationJson, destinationLine } from './destination-text.ts';

/** `kith destinations list`: where changes and events are handed on to. */
export const defineDestinationsList = (
  destinations: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  destinations
    .command('list')
    .description(
      'Lists the destinations of the configuration: how many deliveries wait for another try, and how many were laid aside.',
    )
    .option('--account <name>', 'only those of this account')
    .option('--json', 'as a JSON list of objects')
    .action(({ account, json }) =>
      act(async () => {
        const listed = await connections.withDestinations(({ list }) =>
          list(deadlineIn(COMMAND_MS), { account }),
        );
        return outcomeOf(listed, json === true);
      }),
    );
};

const outcomeOf = (listed: readonly DestinationStatus[], asJson: boolean): Outcome => {
  if (asJson) {
    return {
      kind: 'done',
      data: `[${listed.map((one) => JSON.stringify(destinationJson(one))).join(',\n')}]`,
    };
  }
  if (listed.length === 0) return { kind: 'done', message: 'The configuration has no destination here.' };
  return { kind: 'done', data: listed.map(destinationLine).join('\n') };
};
