import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { deadlineIn } from '@kith/platform';
import type { DestinationAdministration, DestinationPlace, Replay } from '@kith/ports';
import { InvalidArgumentError } from 'commander';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
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
  { act, connections }: Pick<CommandDeps, 'act' | 'connections'>,
): void => {
  destinations
    .command('replay')
    .description(
      'Delivers once more what was laid aside, or everything since a time that the log still has. Each comes ' +
        'with the id that it had, and only where permissions and segment allow it now.',
    )
    .argument('<name>', NAME)
    .argument('[id...]', 'ids of deliveries that were laid aside, as destinations status shows them')
    .option('--failed', 'all that were laid aside, in the place of ids')
    .option(
      '--since <time>',
      'everything since then, and what was not taken yet, in the place of ids: 2026-11-21T08:00Z; needs --yes',
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
          if (found.kind === 'failed') return found;
          const { account: of, destination } = found.destination;
          return replayed(administration, { account: of, destination }, words);
        }),
      );
    });
};

const asTime = (text: string): number => {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!(time >= 0)) throw new InvalidArgumentError('It is a date and a time, such as 2026-11-21T08:00Z.');
  if (time > Date.now()) throw new InvalidArgumentError('It is still to come.');
  return time;
};

const mistakeIn = ({ ids, failed, since, yes }: Words): string | null => {
  const ways = [ids.length > 0, failed, since !== undefined].filter(Boolean).length;
  if (ways !== 1) return 'name the ids, or --failed or --since in their place';
  if (yes === (since !== undefined)) return null;
  return yes
    ? '--yes confirms --since'
    : '--since hands everything on once more that happened since then: confirm it with --yes';
};

const replayed = (
  administration: DestinationAdministration,
  place: DestinationPlace,
  { ids, since }: Words,
): Promise<Outcome> => {
  if (since !== undefined) return begunAgain(administration, place, since);
  return ids.length === 0 ? allReplayed(administration, place) : someReplayed(administration, place, ids);
};

const begunAgain = async (
  administration: DestinationAdministration,
  place: DestinationPlace,
  at: number,
): Promise<Outcome> => {
  await countOf(administration, place, { kind: 'since', at });
  return { kind: 'done', message: 'The destination begins again there, with what the log still has.' };
};

const allReplayed = async (
  administration: DestinationAdministration,
  place: DestinationPlace,
): Promise<Outcome> => {
  const count = await countOf(administration, place, { kind: 'failed' });
  return { kind: 'done', message: `${triedAgain(count)}.` };
};

/** One by one, so that those can be named of which nothing was laid aside. */
const someReplayed = async (
  administration: DestinationAdministration,
  place: DestinationPlace,
  ids: readonly string[],
): Promise<Outcome> => {
  const distinct = [...new Set(ids)];
  const unknown: string[] = [];
  for (const id of distinct) {
    const count = await countOf(administration, place, { kind: 'failed', ids: [id] });
    if (count === 0) unknown.push(JSON.stringify(id));
  }
  const message = triedAgain(distinct.length - unknown.length);
  if (unknown.length === 0) return { kind: 'done', message: `${message}.` };
  return {
    kind: 'failed',
    code: 'partly_done',
    message: `${message}; nothing was laid aside under ${unknown.join(', ')}`,
  };
};

const triedAgain = (count: number): string =>
  `${count} of the deliveries that were laid aside are tried again`;

const countOf = async (
  { replay }: DestinationAdministration,
  place: DestinationPlace,
  what: Replay,
): Promise<number> => {
  const outcome = await replay(deadlineIn(COMMAND_MS), { ...place, replay: what });
  return outcome.kind === 'done' ? (outcome.result ?? 0) : 0;
};
