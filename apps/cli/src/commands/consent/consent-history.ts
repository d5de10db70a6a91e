import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ListedConsentEntry } from '@kith/ports';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { entryText, shownEntry } from './consent-entry-text.ts';
import { ID_NAME, ID_VALUE, mistakeIn, nobody } from '../parts/person.ts';
import { wholeHistory } from './whole-history.ts';

/** `kith consent history`: every entry of a profile's history and of what it has absorbed. */
export const defineConsentHistory = (
  consent: CommandUnknownOpts,
  { act, connections }: CommandDeps,
): void => {
  consent
    .command('history')
    .description(
      'Lists everything that a person has consented to, withdrawn and acknowledged, newest first; what merges brought ' +
        'along included.',
    )
    .argument('<id-name>', ID_NAME)
    .argument('<id-value>', ID_VALUE)
    .requiredOption('--account <name>', 'account of the person')
    .option('--json', 'as a JSON list of entries, with the chain and number of each')
    .action((name, value, { account, json }) =>
      act(async () => {
        const person = { name, value };
        const mistake = await mistakeIn(connections, account, person);
        if (mistake !== null) return mistake;
        const history = await connections.withConsent((asked) => wholeHistory(asked, account, person));
        return history === null ? nobody(account, person) : outcomeOf(history.entries, json === true);
      }),
    );
};

const outcomeOf = (entries: readonly ListedConsentEntry[], asJson: boolean): Outcome => {
  const listed = newestFirst(entries);
  if (asJson) return { kind: 'done', data: JSON.stringify(listed.map(shownEntry)) };
  if (listed.length === 0)
    return { kind: 'done', message: 'This person has told nothing about consent yet.' };
  return { kind: 'done', data: listed.map(entryText).join('\n') };
};

/** Each chain comes newest first; entries of several stand together by their times. */
const newestFirst = (entries: readonly ListedConsentEntry[]): readonly ListedConsentEntry[] =>
  entries.toSorted((a, b) => timeOf(b) - timeOf(a));

const timeOf = ({ entry }: ListedConsentEntry): number => entry?.at ?? 0;
