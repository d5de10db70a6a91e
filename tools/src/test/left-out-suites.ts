import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';
import { FAULTS_MARK, needs, type Surveyed } from './requirement.ts';
import type { TestPlan } from './test-plan.ts';

/** One line for every suite that this machine cannot run: its name, what it lacks, and why. */
export const leftOutSuites = (suites: readonly string[], survey: readonly Surveyed[]): readonly string[] =>
  survey.flatMap(({ requirement, finding }) =>
    finding.found
      ? []
      : suites
          .filter((suite) => needs(suite, requirement.mark))
          .map((suite) => `${suite}: needs ${requirement.name}: ${finding.reason}`),
  );

const roomsWithSuites = ['apps', 'libs', 'tools', 'e2e'];
const notSources = ['node_modules', 'dist'];

const testFilesUnder = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(join(workspaceRoot, folder), { withFileTypes: true });
  const lists = entries
    .filter(({ name }) => !notSources.includes(name))
    .map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return testFilesUnder(path);
      return path.endsWith('.test.ts') ? [path] : [];
    });
  return (await Promise.all(lists)).flat();
};

/** The test files of the plan's projects whose path matches one of its patterns, relative to the workspace's folder. */
export const listSuites = async ({ projects, patterns }: TestPlan): Promise<readonly string[]> => {
  const suites = (await Promise.all(roomsWithSuites.map(testFilesUnder))).flat();
  const isPlanned = (suite: string): boolean =>
    projects.some((project) => (project === 'faults') === needs(suite, FAULTS_MARK));
  const isAsked = (suite: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => new RegExp(pattern, 'i').test(suite));
  return suites.filter((suite) => isPlanned(suite) && isAsked(suite));
};
