import { AppLeft } from '@kith/remote-calls';
import { deadlineIn } from '@kith/platform';
import { readConfiguration, readEdgeConfiguration, readSettings } from './config.ts';
import type { Connections, Opened, Place } from './connections/connections.ts';
import type { Terminal } from './terminal.ts';

/** How long an app that ends is followed by asking whoever has its data next, in milliseconds. */
const PATIENCE_MS = 15_000;

// The drivers of databases are loaded by the commands that need one: whoever asks for help does not wait for them.
const openAdministration = async (place: Place) =>
  (await import('./connections/open-administration.ts')).openAdministration(place);
const openOrMakeAdministration = async (place: Place) =>
  (await import('./connections/open-administration.ts')).openOrMakeAdministration(place);
const openCredentials = async (place: Place) =>
  (await import('./connections/open-credentials.ts')).openCredentials(place);
const openOrMakeCredentials = async (place: Place) =>
  (await import('./connections/open-credentials.ts')).openOrMakeCredentials(place);
const openDestinations = async (place: Place) =>
  (await import('./connections/open-destinations.ts')).openDestinations(place);

/** What the commands stand on; environment and files are read when they are asked for. */
export const composeConnections = ({ message }: Pick<Terminal, 'message'>): Connections => {
  const using = usingFor(message);
  const usingOnly = usingOnlyFor(message);
  return {
    settings: () => readSettings(),
    configuration: async () => readConfiguration(readSettings()),
    edgeConfiguration: async () => readEdgeConfiguration(readSettings()),
    keyring: async () => (await import('./connections/secrets.ts')).readKeyring(readSettings()),
    withUsers: (work) => using(openCredentials, ({ users }) => work(users)),
    withNewUser: (work) => using(openOrMakeCredentials, ({ users }) => work(users)),
    withKeys: (work) => using(openCredentials, ({ keys }) => work(keys)),
    withCredentialAudit: (work) => using(openCredentials, ({ credentialAudit }) => work(credentialAudit)),
    withAdministration: (work) => using(openAdministration, ({ administration }) => work(administration)),
    withImport: (work) => usingOnly(openOrMakeAdministration, ({ imports }) => work(imports)),
    withImportTrail: (work) => using(openOrMakeAdministration, ({ privacy }) => work(privacy)),
    withPrivacy: (work) => using(openAdministration, ({ privacy }) => work(privacy)),
    withAudiences: (work) => usingOnly(openAdministration, ({ audiences }) => work(audiences)),
    withAttributes: (work) => usingOnly(openAdministration, ({ attributes }) => work(attributes)),
    withDeadLetters: (work) => usingOnly(openAdministration, ({ deadLetters }) => work(deadLetters)),
    withDestinations: (work) => using(openDestinations, work),
    withLayouts: (of, progress, work) =>
      usingOnly(
        async (place) => (await import('./connections/open-layouts.ts')).openLayouts(place, of, progress),
        work,
      ),
    withConsent: (work) => using(openAdministration, ({ consent }) => work(consent)),
  };
};

type Open<Use> = (place: Place) => Promise<Opened<Use>>;
type Message = Terminal['message'];

/** What is asked of an app that ends meanwhile is asked of whoever has its data next. */
const usingFor =
  (message: Message) =>
  async <Use, T>(open: Open<Use>, work: (use: Use) => Promise<T>): Promise<T> => {
    const place = await placeNow(message);
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
const usingOnlyFor =
  (message: Message) =>
  async <Use, T>(open: Open<Use>, work: (use: Use) => Promise<T>): Promise<T> =>
    usingOnce(await open(await placeNow(message)), work);

const placeNow = async (message: Message): Promise<Place> => {
  const settings = readSettings();
  return { settings, configuration: await readConfiguration(settings), message };
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
