import { InvalidArgumentError } from 'commander';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { MAX_RECOMPUTED_UMIDS } from '@kith/contracts';
import { parseUmid, type Umid } from '@kith/domain/identity';
import { ConfigurationError, errorSentence } from '@kith/platform';
import type { CommandDeps, Outcome } from '../parts/command.ts';
import { createProgressBar, grouped } from '../parts/progress-bar.ts';
import { unknownAccount } from '../parts/unknown-account.ts';
import { recomputeAll, type RecomputedSum, type RecomputeTask } from './recompute-all.ts';

const FOOT = `
What is stored counts: events that have expired are gone, and what they had added goes with them. Events that come
meanwhile count once, and every read shows either the former values or the new ones. A command that was ended may be
given again. Resolvers that run must have read the present configuration before.`;

/** `kith recompute`: counts the stored events again by the present rules of the attributes. */
export const defineRecompute = (kith: CommandUnknownOpts, defining: CommandDeps): void => {
  const command = kith
    .command('recompute')
    .description(
      'Computes the attributes anew from the stored events, as after a change of their rules, while traffic goes on.',
    )
    .addHelpText('after', FOOT)
    .option('--account <name>', 'account of the attributes; all accounts where it is left out')
    .option('--umid <umid...>', 'only the persons who live under these; needs --account', asUmids)
    .option('--json', 'the summary as a JSON object with umids, changed and events');
  command.action(({ account, umid: umids, json }) => {
    if (umids !== undefined && account === undefined) {
      return command.error('error: --umid needs --account');
    }
    return defining.act(async () => {
      const { accounts } = await defining.connections.configuration();
      if (account !== undefined && !accounts.has(account)) return unknownAccount(account);
      const tasks = tasksOf(account === undefined ? [...accounts.keys()] : [account], umids);
      return recompute(defining, tasks, json === true);
    });
  });
};

const asUmids = (text: string, before: readonly Umid[] = []): readonly Umid[] => {
  const umid = parseUmid(text);
  if (umid === null) throw new InvalidArgumentError('It is no umid.');
  if (before.includes(umid)) return before;
  if (before.length < MAX_RECOMPUTED_UMIDS) return [...before, umid];
  throw new InvalidArgumentError(`No more than ${MAX_RECOMPUTED_UMIDS} are taken at once.`);
};

const tasksOf = (accounts: readonly string[], umids?: readonly Umid[]): readonly RecomputeTask[] =>
  accounts.map((account) => (umids === undefined ? { account } : { account, umids }));

const recompute = async (
  { connections, terminal }: CommandDeps,
  tasks: readonly RecomputeTask[],
  json: boolean,
): Promise<Outcome> => {
  const bar = createProgressBar(terminal, Date.now);
  try {
    const sum = await connections.withAttributes((attributes) =>
      recomputeAll(attributes, tasks, (part, soFar) => bar.show(part, () => wordsOf(soFar))),
    );
    bar.end();
    return outcomeOf(sum, json);
  } catch (error) {
    bar.end();
    if (error instanceof ConfigurationError) throw error;
    const sentence = errorSentence(error).replace(/\.?$/, '.');
    return {
      kind: 'failed',
      code: 'unfinished',
      message: `${sentence} The same command may be given again.`,
    };
  }
};

const outcomeOf = ({ unknown, ...counts }: RecomputedSum, json: boolean): Outcome => {
  const data = json ? { data: JSON.stringify(counts) } : {};
  if (unknown.length === 0) return { kind: 'done', ...data, message: `${wordsOf(counts)}.` };
  const whom = unknown.join(', ');
  return {
    kind: 'failed',
    code: 'unknown_name',
    ...data,
    message: `${wordsOf(counts)}. Nobody lives under ${whom}.`,
  };
};

const wordsOf = ({ umids, changed, events }: Omit<RecomputedSum, 'unknown'>): string =>
  `${grouped(umids)} umids recomputed from ${grouped(events)} events, ${grouped(changed)} changed`;
