import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { MAX_CHANGED_DEAD_LETTERS, MAX_LISTED_DEAD_LETTERS } from '@kith/contracts';
import type { DeadLetterId } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { Attributed, DeadLetterAdministration, DeadLetterOutcome } from '@kith/ports';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { asReason } from '../parts/reason.ts';
import { callerWith } from '../parts/who-asks.ts';
import { asDeadLetterIds, DEAD_LETTER_ID } from './dead-letter-id.ts';

/** A command that changes dead letters: replay or drop. */
export interface DeadLetterChange {
  readonly name: 'replay' | 'drop';
  readonly description: string;
}

interface Words {
  readonly ids: readonly DeadLetterId[];
  readonly all: boolean;
  readonly yes: boolean;
  readonly account: string | undefined;
}

/** Defines a command that does something to the named dead letters, or to all. */
export const defineDeadLetterChange = (
  deadLetters: CommandUnknownOpts,
  defining: CommandDeps,
  { name, description }: DeadLetterChange,
): void => {
  deadLetters
    .command(name)
    .description(description)
    .argument('[id...]', DEAD_LETTER_ID, asDeadLetterIds, [])
    .option('--all', 'all that wait now, in the place of ids; needs --yes')
    .option('--yes', 'confirms --all')
    .option('--account <name>', 'with --all: only those that name this account')
    .requiredOption('--reason <text>', 'why, for the audit trail, which keeps it for ever', asReason)
    .action((ids, { all, yes, account, reason }, command) => {
      const words = { ids, account, all: all === true, yes: yes === true };
      const mistake = mistakeIn(words);
      if (mistake !== null) command.error(`error: ${mistake}`, { exitCode: 2 });
      return defining.act(() =>
        defining.connections.withDeadLetters((deadLetters) =>
          changeThem(deadLetters, defining, name, { ...words, caller: callerWith(reason) }),
        ),
      );
    });
};

const mistakeIn = ({ ids, all, yes, account }: Words): string | null => {
  if (all === ids.length > 0) return 'name the ids, or --all in their place';
  if (all !== yes)
    return all ? '--all concerns every dead letter: confirm it with --yes' : '--yes confirms --all';
  return !all && account !== undefined ? '--account goes with --all' : null;
};

const changeThem = async (
  deadLetters: DeadLetterAdministration,
  { terminal }: CommandDeps,
  name: DeadLetterChange['name'],
  { ids, all, account, caller }: Words & Attributed,
): Promise<Outcome> => {
  const wanted = all ? await everyDeadLetter(deadLetters, account) : ids;
  let done = 0;
  for (let at = 0; at < wanted.length; at += MAX_CHANGED_DEAD_LETTERS) {
    const some = wanted.slice(at, at + MAX_CHANGED_DEAD_LETTERS);
    const outcomes = await deadLetters[name](deadlineIn(COMMAND_MS), { ids: some, caller });
    for (const outcome of outcomes) terminal.data(lineOf(outcome));
    done += outcomes.filter(({ kind }) => kind === 'replayed' || kind === 'dropped').length;
  }
  const message = `${done} of ${wanted.length} ${name === 'replay' ? 'replayed' : 'dropped'}`;
  return done === wanted.length
    ? { kind: 'done', message: `${message}.` }
    : { kind: 'failed', code: 'partly_done', message };
};

const TOLD: Readonly<Record<DeadLetterOutcome['kind'], string>> = {
  replayed: 'replayed',
  dropped: 'dropped',
  unknown: 'unknown',
  unfit: 'cannot be replayed: its original is no text, or was too large to be kept',
};

const lineOf = ({ id, kind }: DeadLetterOutcome): string => `${id}  ${TOLD[kind]}`;

/**
 * The ids of all dead letters that wait now. They are read to the end before anything is done to one of them: a record
 * that is replayed in vain comes back as a new dead letter, which is not to be met again.
 */
const everyDeadLetter = async (
  { list }: DeadLetterAdministration,
  account: string | undefined,
): Promise<readonly DeadLetterId[]> => {
  const ids: DeadLetterId[] = [];
  for (;;) {
    const after = ids.at(-1);
    const page = await list(deadlineIn(COMMAND_MS), {
      limit: MAX_LISTED_DEAD_LETTERS,
      ...(account === undefined ? {} : { account }),
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page) ids.push(id);
    if (page.length < MAX_LISTED_DEAD_LETTERS) return ids;
  }
};
