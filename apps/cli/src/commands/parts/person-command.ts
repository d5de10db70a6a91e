import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AccountName } from '@kith/domain/pipeline';
import type { ErasureOrder } from '@kith/ports';
import type { CommandDeps, Outcome } from './command.ts';
import { ID_NAME, ID_VALUE, mistakeIn } from './person.ts';
import { asReason } from './reason.ts';
import { whoAsks } from './who-asks.ts';

/** A command about everything that is held of one person, and what it does once its words make sense. */
export interface PersonCommand {
  readonly name: string;
  readonly description: string;
  /** Its group does this where no command is named. */
  readonly isDefault?: boolean;
  work(account: AccountName, order: ErasureOrder): Promise<Outcome>;
}

/** Defines the command: whom, in which account, and why, which the audit trail keeps. */
export const definePersonCommand = (
  kith: CommandUnknownOpts,
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
  { name, description, isDefault = false, work }: PersonCommand,
): void => {
  kith
    .command(name, { isDefault })
    .description(description)
    .argument('<id-name>', ID_NAME)
    .argument('<id-value>', ID_VALUE)
    .requiredOption('--account <name>', 'account of the person')
    .requiredOption(
      '--reason <text>',
      'why; it is kept for ever, so let it name no person: a ticket, a date',
      asReason,
    )
    .action((idName, value, { account, reason }) =>
      act(async () => {
        const person = { name: idName, value };
        const mistake = await mistakeIn(connections, account, person);
        return mistake ?? work(account, { person, by: whoAsks(), reason });
      }),
    );
};
