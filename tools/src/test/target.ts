import { nodeRuntime } from '../servers/node-runtime.ts';
import { runWithNode } from '../servers/run-with-node.ts';
import { sortOut } from './left-out-suites.ts';
import { surveyMachine } from './requirement.ts';
import { requirementsOf } from './requirements.ts';
import { runTarget } from './run-target.ts';
import { exitCodeOfPart } from './summary.ts';
import { tallyReports } from './suite-outcome.ts';
import { readTargets, writeReport, type Target } from './target-report.ts';
import { tellOfSuites } from './telling.ts';

/** The apps apart are tested on the Node of their images, where that can be had; everything else on the one at hand. */
const NODE_OF_IMAGES = 24;
const isAsInImages = ({ room, name }: Target): boolean =>
  room === '@kith/e2e' && /^(e2e--apart|faults)/.test(name);
const isNode = (major: number): boolean => process.versions.node.startsWith(`${major}.`);

const runHere = async (target: Target): Promise<number> => {
  const teller = tellOfSuites(process.env);
  const report = await runTarget({
    suites: target.suites,
    requirements: requirementsOf(target.name),
    workers: 1,
    onSuite: teller.tell,
  });
  await writeReport(target, report);
  await teller.end();
  const tally = tallyReports([report]);
  for (const line of tally.leftOut) process.stdout.write(`left out: ${line}\n`);
  process.stdout.write(`on Node ${process.versions.node}: ${tally.passed} passed, ${tally.failed} failed\n`);
  return exitCodeOfPart(tally, process.env['KITH_REQUIRE_ALL'] === '1');
};

/** Whether another Node is worth its 50 MB: a machine without servers runs none of these suites. */
const hasSuitesFor = async ({ name, suites }: Target): Promise<boolean> =>
  sortOut(suites, await surveyMachine(requirementsOf(name), suites)).runnable.length > 0;

const run = async (target: Target): Promise<number> => {
  if (!isAsInImages(target) || isNode(NODE_OF_IMAGES) || !(await hasSuitesFor(target)))
    return runHere(target);
  const found = await nodeRuntime(NODE_OF_IMAGES);
  if ('missing' in found) return runHere(target);
  return runWithNode(found.path, process.argv.slice(1), new AbortController().signal);
};

// What nx runs: `target.js ROOM TARGET`.
const [room, name] = process.argv.slice(2);
const target = readTargets().find((one) => one.room === room && one.name === name);
if (target === undefined) throw new Error(`${room} has no suites for ${name}`);
process.exitCode = await run(target);
