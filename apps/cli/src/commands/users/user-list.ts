import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { ListedUser, UsersListed } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { unknownAccount } from '../parts/unknown-account.ts';

/** `kith user list`: names and when they were added; nothing of their passwords. */
export const defineUserList = (user: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  user
    .command('list')
    .description('Lists the users of an account.')
    .requiredOption('--account <name>', 'account of the users')
    .option('--json', 'as a JSON list of objects with username and createdAt')
    .action(({ account, json }) =>
      act(async () => {
        const listed = await connections.withUsers((users) =>
          users.list({ account, deadline: deadlineIn(COMMAND_MS) }),
        );
        return outcomeOf(account, listed, json === true);
      }),
    );
};

const outcomeOf = (account: string, listed: UsersListed, asJson: boolean): Outcome => {
  if (listed.kind === 'unknownAccount') return unknownAccount(account);
  const users = listed.users.map(shown);
  if (asJson) return { kind: 'done', data: JSON.stringify(users) };
  if (users.length === 0)
    return { kind: 'done', message: `The account ${JSON.stringify(account)} has no users.` };
  const width = Math.max(...users.map(({ username }) => username.length));
  const lines = users.map(({ username, createdAt }) => `${username.padEnd(width)}  ${createdAt}`);
  return { kind: 'done', data: lines.join('\n') };
};

const shown = ({ username, createdAt }: ListedUser) => ({
  username,
  createdAt: new Date(createdAt).toISOString(),
});
