import { AppLeft } from '@kith/administration-socket';
import { deadlineIn } from '@kith/platform';
import { readConfiguration, readEdgeConfiguration, readSettings } from './config.ts';
import type { Connections, Opened, Place } from './connections/connections.ts';
import { openAdministration } from './connections/open-administration.ts';
import { openCredentials } from './connections/open-credentials.ts';
import { openDestinations } from './connections/open-destinations.ts';
import { readKeyring } from './connections/secrets.ts';

/** How long an app that ends is followed by asking whoever has its data next, in milliseconds. */
const PATIENCE_MS = 15_000;

/** What the commands stand on; environment and files are read when they are asked for. */
export const composeConnections = (): Connections => ({
  settings: () => readSettings(),
  configuration: async () => readConfiguration(readSettings()),
  edgeConfiguration: async () => readEdgeConfiguration(readSettings()),
  keyring: async () => readKeyring(readSettings()),
  withUsers: (work) => using(openCredentials, ({ users }) => work(users)),
  withKeys: (work) => using(openCredentials, ({ keys }) => work(keys)),
  withCredentialAudit: (work) => using(openCredentials, ({ credentialAudit }) => work(credentialAudit)),
  withAdministration: (work) => using(openAdministration, ({ administration }) => work(administration)),
  withImport: (work) => usingOnly(openAdministration, ({ imports }) => work(imports)),
  withPrivacy: (work) => using(openAdministration, ({ privacy }) => work(privacy)),
  withAudiences: (work) => usingOnly(openAdministration, ({ audiences }) => work(audiences)),
  withAttributes: (work) => usingOnly(openAdministration, ({ attributes }) => work(attributes)),
  withDeadLetters: (work) => usingOnly(openAdministration, ({ deadLetters }) => work(deadLetters)),
  withDestinations: (work) => using(openDestinations, work),
  withConsent: (work) => using(openAdministration, ({ consent }) => work(consent)),
});

type Open<Use> = (place: Place) => Promise<Opened<Use>>;

const using = async <Use, T>(open: Open<Use>, work: (use: Use) => Promise<T>): Promise<T> => {
  const settings = readSettings();
  const place = { settings, configuration: await readConfiguration(settings) };
  const deadline = deadlineIn(PATIENCE_MS);
  for (;;) {
    try {
      return await usingOnce(await open(place), work);
    } catch (error) {
      if (!(error instanceof AppLeft) || deadline.remainingMs() <= 0) throw error;
    }
  }
};

/** Where the app ends meanwhile, so does the work: whoever starts the app again needs the data. */
const usingOnly = async <Use, T>(open: Open<Use>, work: (use: Use) => Promise<T>): Promise<T> => {
  const settings = readSettings();
  return usingOnce(await open({ settings, configuration: await readConfiguration(settings) }), work);
};

const usingOnce = async <Use, T>(
  { opened, close }: Opened<Use>,
  work: (use: Use) => Promise<T>,
): Promise<T> => {
  try {
    return await work(opened);
  } finally {
    await close();
  }
};
