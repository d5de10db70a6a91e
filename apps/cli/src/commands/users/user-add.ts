import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { NewUser, UserAdded } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { readPassword } from '../parts/read-password.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unfit } from '../parts/unfit.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith user add`: the password comes on standard input, never on the command line, which others can read. */
export const defineUserAdd = (
  user: CommandUnknownOpts,
  { act, connections, terminal }: CommandDeps,
): void => {
  user
    .command('add')
    .description('Adds a user to an account.')
    .requiredOption('--account <name>', 'account of the user')
    .requiredOption('--username <name>', 'name to log in with; no two users of Kith have the same')
    .requiredOption(
      '--password-stdin',
      'read the password from standard input; one final newline is stripped',
    )
    .option('--reason <text>', WHY, asReason, '')
    .action(({ account, username, reason }) =>
      act(async () => {
        const user = { account, username, password: await readPassword(terminal) };
        const added = await connections.withNewUser((users) =>
          users.add(deadlineIn(COMMAND_MS), { ...user, caller: callerWith(reason) }),
        );
        return outcomeOf(user, added);
      }),
    );
};

const outcomeOf = ({ account, username }: NewUser, added: UserAdded): Outcome => {
  const name = JSON.stringify(username);
  switch (added.kind) {
    case 'added':
      return {
        kind: 'done',
        message: `The user ${name} was added to the account ${JSON.stringify(account)}.`,
      };
    case 'exists':
      return { kind: 'failed', code: 'user_exists', message: `there is already a user ${name}` };
    case 'unknownAccount':
      return unknownAccount(account);
    case 'unfit':
      return unfit(added.member);
  }
};
