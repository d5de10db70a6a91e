import { randomUUID } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { consentReceipt } from '@kith/contracts';
import type { AccountRules } from '@kith/domain/pipeline';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { ID_NAME, ID_VALUE, mistakeIn, nobody } from '../parts/person.ts';
import { wholeHistory, type WholeHistory } from './whole-history.ts';

/** `kith consent receipt`: what a person has consented to, in terms of ISO/IEC TS 27560. */
export const defineConsentReceipt = (
  consent: CommandUnknownOpts,
  { act, connections }: CommandDeps,
): void => {
  consent
    .command('receipt')
    .description(
      'Prints a consent receipt in terms of ISO/IEC TS 27560, as JSON: purposes, notices, controller, and every ' +
        'decision. docs/consent-receipt.schema.json has its format.',
    )
    .argument('<id-name>', ID_NAME)
    .argument('<id-value>', ID_VALUE)
    .requiredOption('--account <name>', 'account of the person')
    .action((name, value, { account }) =>
      act(async () => {
        const person = { name, value };
        const mistake = await mistakeIn(connections, account, person);
        if (mistake !== null) return mistake;
        const rules = (await connections.configuration()).accounts.get(account);
        const history = await connections.withConsent((asked) => wholeHistory(asked, account, person));
        if (history === null || rules === undefined) return nobody(account, person);
        return outcomeOf(rules, history);
      }),
    );
};

/** A receipt vouches for what it says: nothing is left out of it in silence. */
const outcomeOf = (account: AccountRules, { umid, entries }: WholeHistory): Outcome => {
  const readable = entries.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  if (readable.length < entries.length) {
    return {
      kind: 'failed',
      code: 'chain_broken',
      message: 'the consent history does not hold: kith consent verify says where',
    };
  }
  const receipt = consentReceipt({
    receiptId: randomUUID(),
    now: Date.now(),
    account,
    umid,
    entries: readable,
  });
  return { kind: 'done', data: JSON.stringify(receipt, null, 2) };
};
