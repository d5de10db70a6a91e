import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Bucket, ChainFault } from '@kith/domain/consent';
import type { Identifier, Umid } from '@kith/domain/identity';
import { deadlineIn } from '@kith/platform';
import type { ConsentAdministration, ConsentVerdict, ConsentVerdicts } from '@kith/ports';
import type { Terminal } from '../../terminal.ts';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { ID_NAME, ID_VALUE, mistakeIn, nobody } from '../parts/person.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import {
  brokenBucketText,
  digestOf,
  keepTallies,
  putBackSince,
  putBackText,
  readKept,
  verifyEveryHead,
  type CheckedHeads,
} from './head-tallies.ts';

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
        'what the profiles hold. Of an account also the tallies of where all chains end, which show a chain that was ' +
        'cut or removed together with its profile. Exit code 1, and the first broken entry or the bucket, where ' +
        'something was changed, removed, reordered or added.',
    )
    .argument('[id-name]', ID_NAME)
    .argument('[id-value]', ID_VALUE)
    .requiredOption('--account <name>', 'account to check')
    .option('--keep <file>', 'writes the tallies of the account to a file, to be kept elsewhere')
    .option('--since <file>', 'finds also what was put back whole since that file was kept')
    .option('--json', 'as a JSON object')
    .action((name, value, { account, json, keep, since }, command) =>
      act(async () => {
        if (name === undefined) {
          if (!(await connections.configuration()).accounts.has(account)) return unknownAccount(account);
          const kept = since === undefined ? [] : await readKept(since, account);
          if (kept === null) return keepsNothing(String(since), account);
          const checked = await connections.withConsent((asked) => verifyAll(asked, account, terminal));
          if (keep !== undefined) await keepTallies(keep, account, checked.tallies);
          const putBack = putBackSince(kept, checked.tallies);
          return outcomeOfAll({ ...checked, putBack }, json === true);
        }
        if ((keep ?? since) !== undefined) command.error('error: tallies are of a whole account');
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

const keepsNothing = (file: string, account: string): Outcome => ({
  kind: 'failed',
  code: 'unfit_value',
  message: `${file} keeps no tallies of the account ${JSON.stringify(account)}`,
});

interface Checked extends Omit<ConsentVerdicts, 'next'> {
  readonly heads: number;
  readonly brokenBuckets: CheckedHeads['broken'];
  readonly tallies: CheckedHeads['tallies'];
}

const verifyAll = async (
  consent: ConsentAdministration,
  account: string,
  terminal: Terminal,
): Promise<Checked> => {
  const tell = tellNowAndThen(terminal);
  const chains = await verifyChains(consent, account, tell);
  const found = `${chains.profiles} profiles, ${chains.entries} entries, ${chains.broken.length} broken`;
  const { heads, broken, tallies } = await verifyEveryHead(consent, account, (met) =>
    tell(`${found}; the ends of ${met} chains`),
  );
  terminal.status?.('');
  return { ...chains, heads, brokenBuckets: broken, tallies };
};

const tellNowAndThen = ({ message, status }: Terminal): ((line: string) => void) => {
  let next = Date.now() + LINE_MS;
  return (line) => {
    if (status !== null) status(line);
    else if (Date.now() >= next) {
      message(line);
      next = Date.now() + LINE_MS;
    }
  };
};

type Chains = Omit<ConsentVerdicts, 'next'>;

const verifyChains = async (
  consent: ConsentAdministration,
  account: string,
  tell: (line: string) => void,
): Promise<Chains> => {
  let [checked, after]: [Chains, Umid | null] = [{ profiles: 0, entries: 0, broken: [] }, null];
  do {
    const scope = { account, deadline: deadlineIn(COMMAND_MS) };
    const page: ConsentVerdicts = await consent.verifyAll(scope, { after, limit: PROFILES_PER_CALL });
    checked = {
      profiles: checked.profiles + page.profiles,
      entries: checked.entries + page.entries,
      broken: [...checked.broken, ...page.broken],
    };
    tell(`${checked.profiles} profiles, ${checked.entries} entries, ${checked.broken.length} broken`);
    after = page.next;
  } while (after !== null);
  return checked;
};

const outcomeOfAll = (
  { tallies, ...checked }: Checked & { readonly putBack: readonly Bucket[] },
  asJson: boolean,
): Outcome => {
  const { profiles, entries, broken, brokenBuckets, putBack } = checked;
  const digest = digestOf(tallies);
  const faults = [
    ...broken.map(brokenText),
    ...brokenBuckets.map(brokenBucketText),
    ...putBack.map(putBackText),
  ];
  const json = JSON.stringify({ ...checked, digest });
  if (faults.length > 0) {
    const buckets = brokenBuckets.length + putBack.length;
    const ofChains = `the consent history of ${broken.length} of ${profiles} profiles does not hold`;
    const message = buckets === 0 ? ofChains : `${ofChains}, and that of ${buckets} buckets`;
    return { kind: 'failed', code: 'chain_broken', data: asJson ? json : faults.join('\n'), message };
  }
  const text = `${profiles} profiles with ${entries} entries: all as they were written`;
  return { kind: 'done', data: asJson ? json : text };
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
    case 'bucketBroken':
      return {
        kind: 'failed',
        code: 'chain_broken',
        message: 'the consent history of the bucket of this person does not hold',
        data: asJson ? JSON.stringify(verdict) : brokenBucketText(verdict),
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
