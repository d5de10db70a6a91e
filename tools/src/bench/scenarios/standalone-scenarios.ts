import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scenario, StartOptions, Subject } from '../scenario.ts';
import { startSubject } from '../subject-process.ts';
import { populateOnce } from './populate.ts';
import { standaloneOn } from './standalone-on.ts';
import {
  consents,
  customersSections,
  firstVisit,
  knownCustomersLogins,
  merges,
  newCustomersLogin,
  returningVisitors,
} from './visitors.ts';

type MakeRequests = Parameters<typeof startSubject>[2];

/** The command asks the app that has the data. */
const EMBEDDED = {
  MONGODB_URI: undefined,
  RESOLVER_URL: undefined,
  KAFKA_BROKERS: undefined,
  REDIS_URL: undefined,
};

/** Starts a standalone on free ports with data of its own, which go with it. */
const startStandalone = async (options: StartOptions, requests: MakeRequests): Promise<Subject> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-data-'));
  const removeData = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const subject = await startSubject(standaloneOn(dataDir), options, requests);
    const populate = populateOnce({ ...options.environment, ...EMBEDDED, DATA_DIR: dataDir });
    return { ...subject, populate, stop: () => subject.stop().then(removeData) };
  } catch (error) {
    await removeData();
    throw error;
  }
};

const standalone = (name: string, requests: MakeRequests): Scenario => ({
  name: `standalone: ${name}`,
  needs: [],
  start: (options) => startStandalone(options, requests),
});

/** The product in one process on its embedded store: log, sink and store are part of every figure. */
export const standaloneScenarios: readonly Scenario[] = [
  standalone('first visit', firstVisit),
  standalone("returning visitor's page view", returningVisitors),
  standalone("new customer's login", newCustomersLogin),
  standalone("known customer's login", knownCustomersLogins),
  standalone('visitor merged into a customer', merges),
  standalone('consent given', consents),
  standalone('info with all sections', customersSections),
];
