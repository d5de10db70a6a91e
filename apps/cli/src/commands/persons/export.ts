import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ExportOrder, PrivacyAdministration } from '@kith/ports';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { defineAudience } from '../audience/define-audience.ts';
import { exportLines } from '../parts/export-lines.ts';
import { nobody } from '../parts/person.ts';
import { definePersonCommand } from '../parts/person-command.ts';

const FOOT = `
The word person may be left out: kith export <id-name> <id-value> --account <name> --reason <text>`;

/**
 * `kith export`: everything that is held of a person, as one JSON document that explains itself; or everybody who is in
 * a segment. A person is exported without its word, unless its identifier has the name of the other one.
 */
export const defineExport = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const { connections, terminal } = defining;
  const group = kith
    .command('export')
    .description('Prints what is held: of one person everything, of a segment who is in it.')
    .addHelpText('after', FOOT)
    .helpCommand(false);
  defineAudience(group, defining);
  definePersonCommand(group, defining, {
    name: 'person',
    isDefault: true,
    description:
      'Prints everything that is held of a person as one JSON document, with an explanation of each of its members. ' +
      'The audit trail keeps who asked for it, when and why.',
    work: (account, order) =>
      connections.withPrivacy((privacy) => printExport(privacy, account, order, terminal)),
  });
};

const printExport = async (
  privacy: PrivacyAdministration,
  account: string,
  order: ExportOrder,
  { print }: CommandDeps['terminal'],
): Promise<Outcome> => {
  const lines = await exportLines(privacy, account, order);
  if (lines === null) return nobody(account, order.person);
  await print(lines);
  return { kind: 'done' };
};
