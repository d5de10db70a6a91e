import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { ListedKey } from '@kith/ports';
import { COMMAND_MS, type CommandDeps } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith keys rotate`: prints the name of the new key. */
export const defineKeysRotate = (keys: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  keys
    .command('rotate')
    .description(
      'Makes a new key for access tokens. It is published now and signs ten minutes later, when everybody who verifies ' +
        'tokens has it, in standalone at once; the old key verifies until its last token has expired. Prints the name ' +
        'of the new key.',
    )
    .option(
      '--at-once',
      'let it sign as soon as the apps notice it, within ten seconds; some of its first tokens may be refused for a moment',
    )
    .option('--reason <text>', WHY, asReason, '')
    .action(({ atOnce, reason }) =>
      act(async () => {
        const key = await connections.withKeys((administration) =>
          administration.rotate(deadlineIn(COMMAND_MS), {
            atOnce: atOnce === true,
            caller: callerWith(reason),
          }),
        );
        return { kind: 'done', data: key.kid, message: told(key) };
      }),
    );
};

const told = ({ kid, signsFrom }: ListedKey): string =>
  `The key ${kid} is published, and signs from ${new Date(signsFrom).toISOString()}.`;
