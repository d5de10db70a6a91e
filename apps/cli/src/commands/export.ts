import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Identifier } from '@kith/domain/identity';
import type { PrivacyAdministration } from '@kith/ports';
import type { Defining, Outcome } from './command-parts.ts';
import { exportLines } from './export-lines.ts';
import { ID_NAME, ID_VALUE, mistakeIn, nobody } from './person.ts';
import { asReason } from './reason.ts';
import { whoAsks } from './who-asks.ts';

/** `kith export`: everything that is held of a person, as one JSON document that explains itself. */
export const defineExport = (kith: CommandUnknownOpts, { act, connections, terminal }: Defining): void => {
  kith
    .command('export')
    .description(
      'Prints everything that is held of a person as one JSON document, with an explanation of each of its members. ' +
        'The audit trail keeps who asked for it, when and why.',
    )
    .argument('<id-name>', ID_NAME)
    .argument('<id-value>', ID_VALUE)
    .requiredOption('--account <name>', 'account of the person')
    .requiredOption(
      '--reason <text>',
      'why; it is kept for ever, so let it name no person: a ticket, a date',
      asReason,
    )
    .action((name, value, { account, reason }) =>
      act(async () => {
        const person = { name, value };
        const mistake = await mistakeIn(connections, account, person);
        if (mistake !== null) return mistake;
        const print = (privacy: PrivacyAdministration): Promise<Outcome> =>
          printExport(privacy, account, { person, by: whoAsks(), reason }, terminal);
        return connections.withPrivacy(print);
      }),
    );
};

const printExport = async (
  privacy: PrivacyAdministration,
  account: string,
  order: { readonly person: Identifier; readonly by: string; readonly reason: string },
  { print }: Defining['terminal'],
): Promise<Outcome> => {
  const lines = await exportLines(privacy, account, order);
  if (lines === null) return nobody(account, order.person);
  await print(lines);
  return { kind: 'done' };
};
