import { releaseAll, surveyMachine } from './requirement.ts';
import { requirementsOf, servers } from './requirements.ts';
import { runNx } from './run-nx.ts';
import { environmentOf, runTarget } from './run-target.ts';
import type { OnSuite } from './outcome-reporter.ts';
import type { TargetReport } from './suite-outcome.ts';
import { readReport, removeReport, type Target } from './target-report.ts';
import { listenForSuites } from './telling.ts';

export interface Ran {
  /** Of each target; undefined where one did not run to its end. */
  readonly reports: readonly (TargetReport | undefined)[];
  /** Not 0 where something failed, be it no suite. */
  readonly exitCode: number;
}

/** Runs whole targets by nx. The rooms' suites share one set of servers. */
export const runWhole = async (
  targets: readonly Target[],
  told: Readonly<Record<string, string>>,
  onSuite: OnSuite,
  checks: boolean,
): Promise<Ran> => {
  const inRooms = targets.filter(({ name }) => name.startsWith('test')).flatMap(({ suites }) => suites);
  const survey = await surveyMachine([servers], inRooms);
  const listener = await listenForSuites(onSuite);
  try {
    await Promise.all(targets.map(removeReport));
    const environment = { ...environmentOf(survey), ...listener.environment, ...told };
    const exitCode = await runNx(targets, environment, checks);
    return { reports: await Promise.all(targets.map(readReport)), exitCode };
  } finally {
    await listener.close();
    await releaseAll(survey);
  }
};

/** Runs some suites: those of rooms in two processes, the others one after the other. */
export const runSome = async (
  targets: readonly Target[],
  told: Readonly<Record<string, string>>,
  onSuite: OnSuite,
): Promise<Ran> => {
  Object.assign(process.env, told);
  const reports: TargetReport[] = [];
  for (const name of ['test', 'e2e', 'faults']) {
    const suites = targets
      .filter((target) => target.name.startsWith(name))
      .flatMap((target) => target.suites);
    const requirements = requirementsOf(name);
    const workers = name === 'test' ? 2 : 1;
    reports.push(await runTarget({ suites, requirements, workers, onSuite }));
  }
  return { reports, exitCode: 0 };
};
