import { createMemoryUmidCache, openEmbeddedStore } from '@kith/embedded';
import {
  auditedAdministration,
  createAdministration,
  createAttributeAdministration,
  createAudienceExport,
  createConsentAdministration,
  createDeadLetterAdministration,
  createPrivacyAdministration,
  createProfileImport,
  IDENTITY_RESOLUTION_SECRETS,
} from '@kith/identity-resolution';
import type { Administrable } from '@kith/identity-resolution';
import { openExpressions } from '@kith/jsonata';
import { openMongodbStore } from '@kith/mongodb';
import { createLive } from '@kith/platform';
import type { Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type {
  ActivityRecounts,
  ConsentHistory,
  DeadLetterStore,
  EventLog,
  Expressions,
  PersonDetails,
  PrivacyStore,
  ProfileCatalogue,
  ProfileStore,
  TrackingStore,
  UmidCache,
} from '@kith/ports';
import { openRedisUmidCache } from '@kith/redis';
import {
  createAdministrationClient,
  createAttributeClient,
  createAudienceClient,
  createConsentClient,
  createDeadLetterClient,
  createImportClient,
  createPrivacyClient,
} from '@kith/resolver-http';
import { askOrOpen } from './ask-or-open.ts';
import type { Opened, Place } from './connections.ts';
import { createLogWhenNeeded } from './log-when-needed.ts';
import { makeKeyring, readKeyring } from './secrets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The profiles: by way of the resolver, in its database, or with standalone. */
export const openAdministration = async (place: Place): Promise<Opened<Administrable>> => {
  const { DATA_DIR, MONGODB_URI, RESOLVER_URL } = place.settings;
  if (RESOLVER_URL !== undefined) return askResolver(place, RESOLVER_URL);
  if (MONGODB_URI !== undefined) return openDatabase(place, MONGODB_URI);
  return askOrOpen(
    DATA_DIR,
    ({ administration, consent, privacy, imports, deadLetters, audiences, attributes }) => ({
      administration,
      consent,
      privacy,
      imports,
      deadLetters,
      audiences,
      attributes,
    }),
    () => openData(place),
  );
};

const askResolver = async ({ settings }: Place, url: string): Promise<Opened<Administrable>> => {
  const keyring = await readKeyring(settings, ['resolver']);
  const options = { url, keyring, clock: Date.now };
  const [administration, consent] = [createAdministrationClient(options), createConsentClient(options)];
  const imports = createImportClient(options);
  const privacy = createPrivacyClient(options);
  const deadLetters = createDeadLetterClient(options);
  const audiences = createAudienceClient(options);
  const attributes = createAttributeClient(options);
  const close = async (): Promise<void> => {
    administration.close();
    privacy.close();
    consent.close();
    imports.close();
    deadLetters.close();
    audiences.close();
    attributes.close();
  };
  return { opened: { administration, consent, privacy, imports, deadLetters, audiences, attributes }, close };
};

const openDatabase = async (place: Place, uri: string): Promise<Opened<Administrable>> => {
  const keyring = await readKeyring(place.settings, IDENTITY_RESOLUTION_SECRETS);
  const cache = await openCache(place);
  try {
    const { close, ...store } = await openMongodbStore({ uri, appName: 'kith' });
    const log = createLogWhenNeeded(place.settings);
    const { expressions, close: closeExpressions } = openConditions();
    const closeAll = (): Promise<void> => {
      closeExpressions();
      return log.close().finally(() => cache.close().finally(close));
    };
    const engines = { ...store, keyring, cache: cache.opened, log: log.opened, expressions };
    return { opened: overStore(place, engines), close: closeAll };
  } catch (error) {
    await cache.close();
    throw error;
  }
};

const openCache = async ({ settings: { REDIS_URL: url } }: Place): Promise<Opened<UmidCache>> => {
  if (url === undefined) return { opened: nobodysCache(), close: async () => undefined };
  const { cache, isReady, close } = await openRedisUmidCache({ url });
  if (isReady()) return { opened: cache, close };
  await close();
  throw new Unavailable(
    'redis',
    'it does not answer; without REDIS_URL the edges learn of changes in five minutes',
  );
};

const openData = async (place: Place): Promise<Opened<Administrable>> => {
  const { close, ...store } = await openEmbeddedStore({
    directory: place.settings.DATA_DIR,
    clock: Date.now,
  });
  try {
    const keyring = await makeKeyring(place.settings, IDENTITY_RESOLUTION_SECRETS);
    const { expressions, close: closeExpressions } = openConditions();
    const end = async (): Promise<void> => {
      closeExpressions();
      // Nobody else would overwrite what an erasure has freed in the file until an app is started.
      await store.scrubbed();
      await close();
    };
    return {
      opened: overStore(place, { ...store, keyring, cache: nobodysCache(), expressions }),
      close: end,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** No edge has a cache that this process could tell: what some edge keeps ends by itself within minutes. */
const nobodysCache = (): UmidCache => createMemoryUmidCache({ clock: Date.now, maxEntries: 1 });

/** Processes are started when the first condition of a segment is asked about; what fails is told by the command. */
const openConditions = () =>
  openExpressions({ isNeeded: createLive(false).live, logger: { warn: () => undefined } });

/** What the use cases stand on where they are run here. */
interface Engines {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly privacy: PrivacyStore;
  readonly tracking: TrackingStore;
  readonly recounts: ActivityRecounts;
  readonly keyring: Keyring;
  readonly cache: UmidCache;
  readonly letters: DeadLetterStore;
  readonly log: Pick<EventLog, 'append'>;
  readonly catalogue: ProfileCatalogue;
  readonly details: Pick<PersonDetails, 'activitiesByUmid'>;
  readonly expressions: Expressions;
}

const overStore = ({ configuration, settings }: Place, engines: Engines): Administrable => {
  const spoolMostAgeMs = (settings.SPOOL_MAX_DAYS ?? 0) * DAY_MS;
  const needs = { ...engines, configuration: createLive(configuration).live, spoolMostAgeMs };
  const { privacy: trail, profiles, keyring } = engines;
  const auditing = { trail, profiles, keyring, clock: Date.now };
  return {
    administration: auditedAdministration(createAdministration(needs), auditing),
    consent: createConsentAdministration(needs),
    privacy: createPrivacyAdministration(needs),
    imports: createProfileImport(needs),
    deadLetters: createDeadLetterAdministration({ ...needs, ...auditing }),
    audiences: createAudienceExport(needs),
    attributes: createAttributeAdministration({ ...needs, clock: Date.now }),
  };
};
