import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { DestinationAdministration } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { findDestination, type NamedDestination } from './find-destination.ts';
import { ACCOUNT, NAME } from './words.ts';

/** A command that pauses or resumes a destination. */
export interface DestinationSwitch {
  readonly name: 'pause' | 'resume';
  readonly description: string;
  readonly done: string;
}

/** Defines a command that holds a destination up, or lets it go on. */
export const defineDestinationSwitch = (
  destinations: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
  to: DestinationSwitch,
): void => {
  destinations
    .command(to.name)
    .description(to.description)
    .argument('<name>', NAME)
    .option('--account <name>', ACCOUNT)
    .action((name, { account }) =>
      act(() =>
        connections.withDestinations((administration) => switched(administration, to, { name, account })),
      ),
    );
};

const switched = async (
  administration: DestinationAdministration,
  { name, done }: DestinationSwitch,
  named: NamedDestination,
): Promise<Outcome> => {
  const found = await findDestination(administration, named);
  if (found.kind === 'failed') return found;
  const { account, destination } = found.destination;
  await administration[name](deadlineIn(COMMAND_MS), { account, destination });
  return { kind: 'done', message: `The destination ${destination} of ${account} ${done}.` };
};
