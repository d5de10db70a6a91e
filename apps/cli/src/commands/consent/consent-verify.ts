import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { ChainFault } from '@kith/domain/consent';
import type { Identifier, Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { ConsentAdministration, ConsentVerdict, ConsentVerdicts } from '@kith/ports';
import type { Terminal } from '../../terminal.ts';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { ID_NAME, ID_VALUE, mistakeIn, nobody } from '../parts/person.ts';
import { unknownAccount } from '../parts/unknown-account.ts';

/** How many profiles one call checks. */
const PROFILES_PER_CALL = 100;
/** Lines that stay must be few. */
const LINE_MS = 5_000;

/** `kith consent verify`: whether the consent history is as it was written, of one person or of a whole account. */
export const defineConsentVerify = (
  consent: CommandUnknownOpts,
  { act, connections, terminal }: CommandDeps,
): void => {
  consent
    .command('verify')
    .description(
      'Recomputes the chain of the consent history of a person, or of everybody in the account, and compares it with ' +
        'what the profiles hold. Exit code 1, and the first broken entry, where something was changed, removed, ' +
        'reordered or added.',
    )
    .argument('[id-name]', ID_NAME)
    .argument('[id-value]', ID_VALUE)
    .requiredOption('--account <name>', 'account to check')
    .option('--json', 'as a JSON object')
    .action((name, value, { account, json }, command) =>
      act(async () => {
        if (name === undefined) {
          if (!(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
          const checked = await connections.withConsent((asked) => verifyAll(asked, account, terminal));
          return outcomeOfAll(checked, json === true);
        }
        if (value === undefined) command.error('error: the identifier needs a value');
        const person = { name, value: String(value) };
        const mistake = await mistakeIn(connections, account, person);
        if (mistake !== null) return mistake;
        const deadline = deadlineIn(COMMAND_MS);
        const verdict = await connections.withConsent((asked) =>
          asked.verify({ account, deadline }, { person }),
        );
        return outcomeOf(account, person, verdict, json === true);
      }),
    );
};

type Checked = Omit<ConsentVerdicts, 'next'>;

const verifyAll = async (
  consent: ConsentAdministration,
  account: string,
  { message, status }: Terminal,
): Promise<Checked> => {
  let next = Date.now() + LINE_MS;
  let [checked, after]: [Checked, Umid | null] = [{ profiles: 0, entries: 0, broken: [] }, null];
  do {
    const scope = { account, deadline: deadlineIn(COMMAND_MS) };
    const page: ConsentVerdicts = await consent.verifyAll(scope, { after, limit: PROFILES_PER_CALL });
    checked = {
      profiles: checked.profiles + page.profiles,
      entries: checked.entries + page.entries,
      broken: [...checked.broken, ...page.broken],
    };
    const line = `${checked.profiles} profiles, ${checked.entries} entries, ${checked.broken.length} broken`;
    if (status !== null) status(line);
    else if (Date.now() >= next) {
      message(line);
      next = Date.now() + LINE_MS;
    }
    after = page.next;
  } while (after !== null);
  status?.('');
  return checked;
};

const outcomeOfAll = (checked: Checked, asJson: boolean): Outcome => {
  const { profiles, entries, broken } = checked;
  if (broken.length > 0) {
    const sentence = `the consent history of ${broken.length} of ${profiles} profiles does not hold`;
    const lines = asJson ? JSON.stringify(checked) : broken.map(brokenText).join('\n');
    return { kind: 'failed', code: 'chain_broken', data: lines, message: sentence };
  }
  if (asJson) return { kind: 'done', data: JSON.stringify(checked) };
  return { kind: 'done', data: `${profiles} profiles with ${entries} entries: all as they were written` };
};

const outcomeOf = (
  account: string,
  person: Identifier,
  verdict: ConsentVerdict,
  asJson: boolean,
): Outcome => {
  switch (verdict.kind) {
    case 'unknown':
      return nobody(account, person);
    case 'broken':
      return {
        kind: 'failed',
        code: 'chain_broken',
        message: 'the consent history does not hold',
        data: asJson ? JSON.stringify(verdict) : brokenText(verdict),
      };
    case 'intact': {
      const text = `${verdict.umid}: ${verdict.entries} entries, all as they were written`;
      return { kind: 'done', data: asJson ? JSON.stringify(verdict) : text };
    }
  }
};

const FAULTS: Readonly<Record<ChainFault, string>> = {
  missing: 'is missing',
  unreadable: 'cannot be read',
  misplaced: 'is one that does not belong there: moved, or written twice',
  tampered: 'was changed, or the one before it was',
  otherChain: 'names another chain that is not as it says',
  beyondHead: 'comes after what the profile knows as its last one',
  profileDiffers: 'is the last one, and the profile holds something else than the history says',
};

const brokenText = ({
  umid,
  sequence,
  fault,
}: Extract<ConsentVerdict, { readonly kind: 'broken' }>): string =>
  `${umid}: entry ${sequence} ${FAULTS[fault]}`;
