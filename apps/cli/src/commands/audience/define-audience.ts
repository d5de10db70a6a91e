import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AccountRules } from '@kith/domain/pipeline';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { callerWith } from '../parts/who-asks.ts';
import type { AudienceWords } from './audience-form.ts';
import { exportAudience } from './export-audience.ts';

const FOOT = `
NDJSON has a person a line, with all values of each identifier, last seen first. CSV has the value of each identifier
that was last seen, in a column of its own. A person whose condition cannot be evaluated is not in the audience; then
the exit code is 1.`;

const FORMATS = ['ndjson', 'csv'] as const;

/** `kith export audience`: everybody who is in a segment. */
export const defineAudience = (
  group: CommandUnknownOpts,
  { act, connections, terminal }: CommandDeps,
): void => {
  group
    .command('audience')
    .description('Lists everybody who is in a segment. The audit trail keeps who asked for it, when and why.')
    .addHelpText('after', FOOT)
    .argument('<segment>', 'a segment of the account')
    .requiredOption('--account <name>', 'account of the persons')
    .addOption(new Option('--format <format>', 'how they are listed').choices(FORMATS).default('ndjson'))
    .option('--requires <permission>', 'only who grants this permission when they are read')
    .option('--identifiers <names>', 'only who has one of these identifiers, with these alone: a,b', namesIn)
    .option('--reason <text>', WHY, asReason, '')
    .action((segment, { account, format, requires, identifiers, reason }) =>
      act(async () => {
        const rules = (await connections.configuration()).accounts.get(account);
        if (rules === undefined) return unknownAccount(account);
        const words = { segment, requires: requires ?? null, identifiers: identifiers ?? null };
        const mistake = mistakeOf(rules, words);
        if (mistake !== null) return mistake;
        const columns = words.identifiers ?? [...rules.identifiers.keys()];
        const order = { ...words, ...callerWith(reason) };
        return connections.withAudiences((audiences) =>
          exportAudience({ audiences, account, order, form: { format, columns }, terminal }),
        );
      }),
    );
};

const namesIn = (text: string): readonly string[] => [...new Set(text.split(','))];

/** What the account does not have, as the configuration has it; null where it has all. */
const mistakeOf = (
  rules: AccountRules,
  { segment, requires, identifiers }: AudienceWords,
): Outcome | null => {
  if (!rules.segments.has(segment)) return nothingOf('segment', segment);
  if (requires !== null && !rules.permissions.has(requires)) return nothingOf('permission', requires);
  const unknown = identifiers?.find((name) => !rules.identifiers.has(name));
  return unknown === undefined ? null : nothingOf('identifier', unknown);
};

const nothingOf = (what: string, name: string): Outcome => ({
  kind: 'failed',
  code: 'unknown_name',
  message: `the account has no ${what} ${JSON.stringify(name)}`,
});
