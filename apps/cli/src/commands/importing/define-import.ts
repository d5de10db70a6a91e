import { InvalidArgumentError } from 'commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { readMoment } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { ImportKind } from '@kith/ports';
import { COMMAND_MS, type CommandDeps } from '../parts/command.ts';
import { asReason, WHY } from '../parts/reason.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { callerWith } from '../parts/who-asks.ts';
import { bookmarkFolder, bookmarkName } from './bookmark-place.ts';
import { fileSource, formatOf, passingSource } from './file-source.ts';
import { importFile, type FileImportDeps, type ImportWords } from './import-file.ts';
import type { ImportFormat } from './records.ts';

const FOOT = `
Times are ISO 8601 with their zone, or numbers of seconds or milliseconds since 1970. A file that was begun goes on where
it was when the same command is given again; standard input cannot. A line that comes twice changes nothing.
Lines that are refused are listed on standard output, or in --report; then the exit code is 1.`;

const DESCRIPTIONS: Readonly<Record<ImportKind, string>> = {
  permissions:
    'Imports permissions: columns or members identifier (its name), value, permission, status (true or false), ' +
    'modifiedAt. One that was decided later stands; an identifier that nobody has makes a customer.',
  profiles:
    'Imports who is who, and attributes: a column or member for each identifier and each imported attribute, by its ' +
    'name, and modifiedAt. What stands in one line belongs to one person, by the rules that hold for requests; a line ' +
    'that conflicts with them is refused. Of an attribute the latest value stands.',
};

/** `kith import`: takes what other systems know of persons. */
export const defineImport = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const group = kith
    .command('import')
    .description('Takes permissions, identifiers and attributes from other systems.')
    .helpCommand(false);
  defineKind(group, 'permissions', defining);
  defineKind(group, 'profiles', defining);
};

const defineKind = (group: CommandUnknownOpts, kind: ImportKind, defining: CommandDeps): void => {
  const command = group
    .command(kind)
    .description(DESCRIPTIONS[kind])
    .addHelpText('after', FOOT)
    .argument('<file>', '.csv with a header, or .ndjson; - reads standard input')
    .requiredOption('--account <name>', 'account of the persons')
    .option('--format <format>', 'csv or ndjson, where the name of the file does not say', asFormat)
    .option('--modified-at <time>', 'time of the lines that have none', asMoment)
    .option('--reason <text>', WHY, asReason, '')
    .option('--report <file>', 'where refused lines are listed, instead of standard output')
    .option('--json', 'the report as a JSON object with lines, taken, outdated, unchanged and refused');
  command.action((file, options) => {
    const { account, modifiedAt, report, json, reason } = options;
    const format = options.format ?? formatOf(file);
    if (format === undefined)
      return command.error('error: the name of the file does not say its format: add --format');
    const words = { kind, account, format, modifiedAt, report, json: json === true };
    return defining.act(async () => {
      const rules = (await defining.connections.configuration()).accounts.get(account);
      if (rules === undefined) return unknownAccount(account);
      const importing = await importingOf(defining, file, words, rules);
      const { digest } = importing.source;
      await defining.connections.withImportTrail((privacy) =>
        privacy.noteImport(
          { account, deadline: deadlineIn(COMMAND_MS) },
          { caller: callerWith(reason), what: { kind, digest } },
        ),
      );
      return importFile(importing);
    });
  });
};

const asFormat = (text: string): ImportFormat => {
  if (text === 'csv' || text === 'ndjson') return text;
  throw new InvalidArgumentError('It must be csv or ndjson.');
};

const asMoment = (text: string): string => {
  if (readMoment(text) !== null) return text;
  throw new InvalidArgumentError(
    'It must be ISO 8601 with its zone, or a number of seconds or milliseconds since 1970.',
  );
};

const importingOf = async (
  { connections, terminal }: CommandDeps,
  file: string,
  words: ImportWords,
  rules: FileImportDeps['rules'],
): Promise<FileImportDeps> => {
  const source = file === '-' ? passingSource(terminal.input) : await fileSource(file);
  const settings = connections.settings();
  const { kind, account, format, modifiedAt = null } = words;
  const name = bookmarkName(settings, [source.digest, kind, account, format, modifiedAt]);
  const bookmark = source.digest === null ? null : { folder: bookmarkFolder(settings, file), name };
  return { words, rules, source, bookmark, terminal, withImport: connections.withImport };
};
