import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { KeyRevoked } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith keys revoke`: for a key that may have leaked. */
export const defineKeysRevoke = (keys: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  keys
    .command('revoke')
    .description(
      'Ends a key that signs no more, or not yet, and with it all tokens that it signed: in standalone at once, else as ' +
        'soon as those who verify tokens read the keys again. After a leak: first keys rotate --at-once, then this.',
    )
    .argument('<kid>', 'name of the key, as keys list shows it')
    .option('--reason <text>', WHY, asReason, '')
    .action((kid, { reason }) =>
      act(async () => {
        const revoked = await connections.withKeys((administration) =>
          administration.revoke(deadlineIn(COMMAND_MS), { kid, caller: callerWith(reason) }),
        );
        return outcomeOf(kid, revoked);
      }),
    );
};

const outcomeOf = (kid: string, revoked: KeyRevoked): Outcome => {
  switch (revoked.kind) {
    case 'revoked':
      return { kind: 'done', message: `The key ${kid} is revoked.` };
    case 'unknown':
      return { kind: 'failed', code: 'unknown_name', message: `there is no key ${JSON.stringify(kid)}` };
    case 'signing':
      return {
        kind: 'failed',
        code: 'key_in_use',
        message: `the key ${kid} signs, or may until fifteen seconds after the next has begun: keys rotate --at-once comes first`,
      };
  }
};
