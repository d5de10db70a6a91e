import { InvalidArgumentError } from 'commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CodeAt } from '@kith/contracts';
import { parseUmid, type Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { UnmergeOutcome } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { callerWith } from '../parts/who-asks.ts';

/** `kith unmerge`: undoes one merge, the newest of the profile first (docs/behaviour.md#undoing-a-merge). */
export const defineUnmerge = (kith: CommandUnknownOpts, { act, connections }: CommandDeps): void => {
  kith
    .command('unmerge')
    .description(
      'Undoes the newest merge of a profile: both sides are what they were, what came later stays with the survivor, ' +
        'and a permission that was withdrawn later is withdrawn on both. Prints the umid that lives again.',
    )
    .argument('<umid>', "the survivor's umid, or the one that it absorbed last", asUmid)
    .requiredOption('--account <name>', 'account of the profile')
    .option('--reason <text>', WHY, asReason, '')
    .action((umid, { account, reason }) =>
      act(async () => {
        if (!(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
        const unmerging = await connections.withAdministration((administration) =>
          administration.unmerge(
            { account, deadline: deadlineIn(COMMAND_MS) },
            { umid, caller: callerWith(reason) },
          ),
        );
        return outcomeOf(account, umid, unmerging);
      }),
    );
};

const asUmid = (text: string): Umid => {
  const umid = parseUmid(text);
  if (umid === null) throw new InvalidArgumentError('It is no umid.');
  return umid;
};

const outcomeOf = (account: string, umid: Umid, unmerging: UnmergeOutcome): Outcome => {
  switch (unmerging.kind) {
    case 'unmerged': {
      const { restored, survivor } = unmerging;
      return { kind: 'done', data: restored, message: `${restored} lives again, apart from ${survivor}.` };
    }
    case 'unknown':
      return failed(
        'unknown_name',
        `nothing is stored under ${umid} in the account ${JSON.stringify(account)}`,
      );
    case 'nothingToUndo':
      return failed('nothing_to_undo', `${unmerging.umid} has absorbed nobody`);
    case 'notNewest':
      return failed('undo_another_first', `the merge of ${unmerging.newest} came later: undo that first`);
    case 'journalDropped':
      return failed(
        'nothing_to_undo',
        `${unmerging.umid} was merged too many merges ago: how to undo it is no longer known`,
      );
  }
};

const failed = (code: CodeAt<'commands'>, message: string): Outcome => ({ kind: 'failed', code, message });
