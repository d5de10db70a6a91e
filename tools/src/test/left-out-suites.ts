import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';
import { needs, type Surveyed } from './requirement.ts';

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
      return path.endsWith('.test.ts') && !path.endsWith('.faults.test.ts') ? [path] : [];
    });
  return (await Promise.all(lists)).flat();
};

/** The test files of the workspace, relative to its folder: all, or those whose path matches one of the patterns. */
export const listSuites = async (patterns: readonly string[] = []): Promise<readonly string[]> => {
  const suites = (await Promise.all(roomsWithSuites.map(testFilesUnder))).flat();
  const isAsked = (suite: string): boolean =>
    patterns.some((pattern) => new RegExp(pattern, 'i').test(suite));
  return patterns.length === 0 ? suites : suites.filter(isAsked);
};
