import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { NewPassword, PasswordChanged } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { readPassword } from '../parts/read-password.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unfit } from '../parts/unfit.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { unknownUser } from '../parts/unknown-user.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith user passwd`: programs keep their offline tokens, unless these are to be revoked too. */
export const defineUserPasswd = (
  user: CommandUnknownOpts,
  { act, connections, terminal }: CommandDeps,
): void => {
  user
    .command('passwd')
    .description(
      "Changes a user's password, and ends the user's sessions at the page. Offline tokens stay, unless told otherwise.",
    )
    .requiredOption('--account <name>', 'account of the user')
    .requiredOption('--username <name>', 'name of the user')
    .requiredOption(
      '--password-stdin',
      'read the password from standard input; one final newline is stripped',
    )
    .option('--revoke-tokens', "revoke all of the user's offline tokens too")
    .option('--reason <text>', WHY, asReason, '')
    .action(({ account, username, revokeTokens, reason }) =>
      act(async () => {
        const password = await readPassword(terminal);
        const change = { account, username, password, revokeTokens: revokeTokens === true };
        const changed = await connections.withUsers((users) =>
          users.changePassword(deadlineIn(COMMAND_MS), { ...change, caller: callerWith(reason) }),
        );
        return outcomeOf(change, changed);
      }),
    );
};

const outcomeOf = (change: NewPassword, changed: PasswordChanged): Outcome => {
  switch (changed.kind) {
    case 'changed':
      return { kind: 'done', message: told(change, changed.revokedTokens) };
    case 'unknown':
      return unknownUser(change);
    case 'unknownAccount':
      return unknownAccount(change.account);
    case 'unfit':
      return unfit(changed.member);
  }
};

const told = ({ username, revokeTokens }: NewPassword, revokedTokens: number): string =>
  `The password of ${JSON.stringify(username)} was changed; ` +
  (revokeTokens ? `offline tokens revoked: ${revokedTokens}.` : 'the offline tokens stay.');
