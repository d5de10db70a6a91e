import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { NamedUser, UserRemoved } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { unknownUser } from '../parts/unknown-user.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith user remove`: the user's offline tokens are revoked with it. */
export const defineUserRemove = (user: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  user
    .command('remove')
    .description("Removes a user from an account, and revokes the user's offline tokens.")
    .requiredOption('--account <name>', 'account of the user')
    .requiredOption('--username <name>', 'name of the user')
    .option('--reason <text>', WHY, asReason, '')
    .action(({ account, username, reason }) =>
      act(async () => {
        const named = { account, username };
        const removed = await connections.withUsers((users) =>
          users.remove(deadlineIn(COMMAND_MS), { ...named, caller: callerWith(reason) }),
        );
        return outcomeOf(named, removed);
      }),
    );
};

const outcomeOf = (named: NamedUser, removed: UserRemoved): Outcome => {
  switch (removed.kind) {
    case 'removed': {
      const name = JSON.stringify(named.username);
      return {
        kind: 'done',
        message: `The user ${name} was removed, and all its offline tokens are revoked.`,
      };
    }
    case 'unknown':
      return unknownUser(named);
    case 'unknownAccount':
      return unknownAccount(named.account);
  }
};
