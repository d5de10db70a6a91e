import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRequest } from '../bench-request.ts';
import type { Scenario, StartOptions, Subject } from '../scenario.ts';
import { startSubject } from '../subject-process.ts';
import { standaloneOn } from './standalone-on.ts';
import {
  customersSections,
  firstVisit,
  knownCustomersLogins,
  newCustomersLogin,
  returningVisitors,
} from './visitors.ts';

/** Starts a standalone on free ports with data of its own, which go with it. */
const startStandalone = async (
  options: StartOptions,
  requests: (url: string) => Promise<readonly BenchRequest[]>,
): Promise<Subject> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-data-'));
  const removeData = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const subject = await startSubject(standaloneOn(dataDir), options, requests);
    return { ...subject, stop: () => subject.stop().then(removeData) };
  } catch (error) {
    await removeData();
    throw error;
  }
};

const standalone = (name: string, requests: (url: string) => Promise<readonly BenchRequest[]>): Scenario => ({
  name: `standalone: ${name}`,
  needs: [],
  start: (options) => startStandalone(options, requests),
});

/** The product in one process on its embedded store: log, sink and store are part of every figure. */
export const standaloneScenarios: readonly Scenario[] = [
  standalone('first visit', async () => [firstVisit()]),
  standalone("returning visitor's page view", returningVisitors),
  standalone("new customer's login", async () => [newCustomersLogin()]),
  standalone("known customer's login", knownCustomersLogins),
  standalone('info with all sections', customersSections),
];
