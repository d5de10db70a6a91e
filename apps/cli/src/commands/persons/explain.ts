import { randomUUID } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Umdid } from '@kith/domain/identity';
import type { RequestAtTheEdge } from '@kith/info-ingest';
import { deadlineIn, Problem } from '@kith/platform';
import type { Connections } from '../../connections/connections.ts';
import { COMMAND_MS, type CommandDeps, type Outcome } from '../parts/command.ts';
import { explanationText, type Explained } from './explanation-text.ts';
import { failureCode } from '../parts/failure-code.ts';
import { collectHeader, toldRequest } from '../parts/told-request.ts';

/** `kith explain`: what a request would come to, and why; nothing is changed. */
export const defineExplain = (
  kith: CommandUnknownOpts,
  { act, connections, terminal }: CommandDeps,
): void => {
  kith
    .command('explain')
    .description(
      'Tells what a request would come to: which identifier matches whom, which row of the decision table settles it, ' +
        'what would change. Nothing is changed.',
    )
    .argument('<request>', "path and query, as '/op/web/info?customerId=4711', or the whole address")
    .option('--cookie <value>', 'value of the umdid cookie')
    .option('--header <line>', "a header as 'Name: value'; may be given again", collectHeader)
    .option('--body <file>', 'payload of a POST; - reads standard input')
    .option('--json', 'as a JSON object')
    .action((target, { json, ...words }) =>
      act(async () => {
        // What the edge is made of is loaded where its reading is asked for, and not for every command's help.
        const { atTheEdge } = await import('../parts/at-the-edge.ts');
        const told = await toldRequest(target, words, terminal);
        const edge = await atTheEdge(connections, told);
        if (edge instanceof Problem) return refused(edge, await pipelineFault(connections, told.path));
        const explained = await explain(connections, edge);
        return { kind: 'done', data: json === true ? JSON.stringify(explained) : explanationText(explained) };
      }),
    );
};

/** What the edge tells nobody: which pipelines there are, where the path names none of them; empty where it does. */
const pipelineFault = async (connections: Connections, path: string): Promise<string> => {
  const name = /^\/op\/([^/]+)\//.exec(path)?.[1];
  if (name === undefined) return ' The path is none of /op/{pipeline}/info.';
  const { pipelines } = await connections.edgeConfiguration();
  if (pipelines.has(name)) return '';
  return ` There is no pipeline ${JSON.stringify(name)}; there are: ${[...pipelines.keys()].join(', ')}.`;
};

const refused = (problem: Problem, pipelines: string): Outcome => {
  const { status, message, errors = [] } = problem;
  const faults = errors.map(({ pointer, detail }) => ` ${pointer === '' ? 'the body' : pointer}: ${detail}.`);
  return {
    kind: 'failed',
    code: failureCode(problem),
    message: `the request would be refused with status ${status}. ${message}${faults.join('')}${pipelines}`,
  };
};

const explain = async (connections: Connections, edge: RequestAtTheEdge): Promise<Explained> => {
  const { account, pipeline, way, umdid } = edge;
  if (way === 'firstVisit') return { account, pipeline, way, umdid, explanation: null };
  const explanation = await connections.withAdministration(async ({ explain: ask }) => {
    const { macs } = await connections.keyring();
    const call = edge.call(macs, randomUUID() as Umdid);
    return ask({ account, deadline: deadlineIn(COMMAND_MS) }, call);
  });
  return { account, pipeline, way, umdid, explanation };
};
