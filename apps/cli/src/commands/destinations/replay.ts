import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { DestinationAdministration, DestinationPlace, Replay } from '@kith/ports';
import { InvalidArgumentError } from 'commander';
import { COMMAND_MS } from '../command-parts.ts';
import type { Defining, Outcome } from '../command-parts.ts';
import { findDestination } from './find-destination.ts';
import { ACCOUNT, NAME } from './words.ts';

interface Words {
  readonly ids: readonly string[];
  readonly failed: boolean;
  readonly since: number | undefined;
  readonly yes: boolean;
}

/** `kith destinations replay`: what was laid aside, or all that the log still has since a time. */
export const defineDestinationsReplay = (
  destinations: CommandUnknownOpts,
  { act, connections }: Pick<Defining, 'act' | 'connections'>,
): void => {
  destinations
    .command('replay')
    .description(
      'Delivers once more: parcels that were laid aside, or everything since a time that the log still has. Each comes ' +
        'with the id that it had, and only where permissions and segment allow it now.',
    )
    .argument('<name>', NAME)
    .argument('[id...]', 'ids of parcels that were laid aside, as destinations status shows them')
    .option('--failed', 'all that were laid aside, in the place of ids')
    .option(
      '--since <time>',
      'everything since then, in the place of ids: 2026-11-21T08:00Z; needs --yes',
      asTime,
    )
    .option('--yes', 'confirms --since')
    .option('--account <name>', ACCOUNT)
    .action((name, ids, { account, failed, since, yes }, command) => {
      const words = { ids, failed: failed === true, since, yes: yes === true };
      const mistake = mistakeIn(words);
      if (mistake !== null) command.error(`error: ${mistake}`, { exitCode: 2 });
      return act(() =>
        connections.withDestinations(async (administration) => {
          const found = await findDestination(administration, { name, account });
          if (found.kind === 'none') return { kind: 'failed', message: found.message };
          const { account: of, destination } = found.destination;
          return replayed(administration, { account: of, destination }, words);
        }),
      );
    });
};

const asTime = (text: string): number => {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (time >= 0) return time;
  throw new InvalidArgumentError('It is a date and a time, such as 2026-11-21T08:00Z.');
};

const mistakeIn = ({ ids, failed, since, yes }: Words): string | null => {
  const ways = [ids.length > 0, failed, since !== undefined].filter(Boolean).length;
  if (ways !== 1) return 'name the ids, or --failed or --since in their place';
  if (yes === (since !== undefined)) return null;
  return yes
    ? '--yes confirms --since'
    : '--since hands everything on once more that happened since then: confirm it with --yes';
};

const replayed = async (
  { replay }: DestinationAdministration,
  place: DestinationPlace,
  words: Words,
): Promise<Outcome> => {
  const outcome = await replay(deadlineIn(COMMAND_MS), place, replayOf(words));
  const count = outcome.kind === 'done' ? outcome.result : 0;
  if (count === null) {
    return { kind: 'done', message: 'The destination begins again there, with what the log still has.' };
  }
  const message = `${count} of the parcels that were laid aside are tried again`;
  const isWhole = words.failed || count === words.ids.length;
  return isWhole ? { kind: 'done', message: `${message}.` } : { kind: 'failed', message };
};

const replayOf = ({ ids, since }: Words): Replay => {
  if (since !== undefined) return { kind: 'since', at: since };
  return ids.length === 0 ? { kind: 'failed' } : { kind: 'failed', ids };
};
