import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRooms } from '../../workspace/rooms.mjs';
import { suitesByTarget } from '../../workspace/suites.mjs';
import { workspaceRoot } from '../process/workspace-root.ts';
import type { TargetReport } from './suite-outcome.ts';

/** Some suites of a room, which nx runs and keeps the result of by this name. */
export interface Target {
  readonly room: string;
  readonly name: string;
  readonly folder: string;
  /** Relative to the workspace's folder. */
  readonly suites: readonly string[];
}

/** Every target that runs suites. */
export const readTargets = (): readonly Target[] =>
  readRooms().flatMap((room) =>
    Object.entries(suitesByTarget(room)).map(([name, suites]) => ({
      room: room.name,
      folder: room.folder,
      name,
      suites,
    })),
  );

const pathOf = ({ folder, name }: Target): string =>
  join(workspaceRoot, folder, 'test-reports', `${name}.json`);

/** Kept by nx with the result of the target. */
export const writeReport = async (target: Target, report: TargetReport): Promise<void> => {
  await mkdir(dirname(pathOf(target)), { recursive: true });
  await writeFile(pathOf(target), JSON.stringify(report, null, 2));
};

/** undefined where the target has not run to its end. */
export const readReport = async (target: Target): Promise<TargetReport | undefined> => {
  try {
    return JSON.parse(await readFile(pathOf(target), 'utf8')) as TargetReport;
  } catch {
    return undefined;
  }
};

export const removeReport = (target: Target): Promise<void> => rm(pathOf(target), { force: true });
