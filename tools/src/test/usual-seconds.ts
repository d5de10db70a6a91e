import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';
import { LANES } from './run-nx.ts';
import type { SuiteOutcome } from './suite-outcome.ts';

/** How long each suite took here when it last ran. */
const REMEMBERED = join(workspaceRoot, 'node_modules/.cache/kith/suite-seconds.json');
/** How long one of a target's suites takes that never ran here: measured on two cores, with others beside it. */
const USUAL: readonly (readonly [target: RegExp, seconds: number])[] = [
  [/^faults/, 60],
  [/apart/, 25],
  [/chromium/, 15],
  [/standalone/, 12],
  [/./, 4],
];

type Seconds = Readonly<Record<string, number>>;

const readRemembered = async (): Promise<Seconds> => {
  try {
    return JSON.parse(await readFile(REMEMBERED, 'utf8')) as Seconds;
  } catch {
    return {};
  }
};

/** How long these suites will take here, in seconds. */
export const estimateSeconds = async (
  targets: readonly { readonly name: string; readonly suites: readonly string[] }[],
): Promise<number> => {
  const remembered = await readRemembered();
  const total = targets
    .flatMap(({ name, suites }) => suites.map((suite) => remembered[suite] ?? usual(name)))
    .reduce((sum, seconds) => sum + seconds, 0);
  return total / LANES;
};

const usual = (target: string): number => USUAL.find(([pattern]) => pattern.test(target))![1];

/** So that the next run can say how long it will take. */
export const rememberSeconds = async (outcomes: readonly SuiteOutcome[]): Promise<void> => {
  const seconds = Object.fromEntries(outcomes.map((outcome) => [outcome.file, outcome.seconds]));
  await mkdir(dirname(REMEMBERED), { recursive: true });
  await writeFile(REMEMBERED, JSON.stringify({ ...(await readRemembered()), ...seconds }));
};
