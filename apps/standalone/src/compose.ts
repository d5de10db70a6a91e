import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { composeEnrichment } from '@kith/composition/enrichment';
import {
  IDENTITY_RESOLUTION_SECRETS,
  SINK_STUCK,
  startIdentityResolution,
  type IdentityResolution,
} from '@kith/composition/identity-resolution';
import {
  hasMappings,
  hasSegments,
  hasTransforms,
  problemPage,
  standaloneCalls,
  type Configuration,
} from '@kith/contracts';
import {
  createMemoryUmidCache,
  openEmbeddedCredentials,
  openEmbeddedStore,
  whenFree,
  type EmbeddedStore,
} from '@kith/embedded';
import {
  createInfoIngest,
  createOpenApiFront,
  createTagFront,
  externalHosts,
  INFO_INGEST_SECRETS,
} from '@kith/info-ingest';
import { openExpressions, type OpenedExpressions } from '@kith/jsonata';
import {
  createClientAddress,
  createKeyring,
  createProblemPage,
  deadlineIn,
  makeSecretsFile,
  notFoundHandler,
  problemErrorHandler,
  readSecretsFile,
  serve,
  serveManagement,
  steadyClock,
  type Front,
  type Keyring,
  type Process,
} from '@kith/platform';
import type { CredentialStore, Deadline, KeyAdministration, UmidCache } from '@kith/ports';
import { createProfileQuery, GRAPHQL_PATHS, type ProfileQuery } from '@kith/profile-query';
import { createOpenFront, serveCalls } from '@kith/remote-calls';
import {
  afterKeyChange,
  createTokenIssuer,
  KEYS_OF_ONE_PROCESS,
  newPrivateKeys,
  OAUTH_PATHS,
  PASSWORD_COST,
  TOKEN_ISSUING_SECRETS,
  type TokenIssuer,
} from '@kith/token-issuing';
import { readTagScript } from '@kith/web-tag';
import { bootstrapUser, type MadeCredentials } from './bootstrap-user.ts';
import { composeDestinations } from './compose-destinations.ts';
import { composeDemo, type ComposedDemo } from './compose-demo.ts';
import type { StandaloneConfig } from './config.ts';
import { serveAdministration } from './serve-administration.ts';
import { createWaitingApp, createWaitingFront } from './waiting-app.ts';

/** The number of seeds: 32 bits. */
const SEEDS = 2 ** 32;
const SECRETS = [
  ...new Set([...INFO_INGEST_SECRETS, ...IDENTITY_RESOLUTION_SECRETS, ...TOKEN_ISSUING_SECRETS]),
];
const ENTRIES_IN_CACHE = 100_000;
/** How long a call at start may take, in milliseconds. */
const START_CALL_MS = 10_000;
/** How long a start waits for a command that has the data at hand, or for a process that ends, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Stores, log and settings that all features of standalone share. */
interface Foundation extends StandaloneConfig, Process, Pick<OpenedExpressions, 'mapping' | 'expressions'> {
  readonly keyring: Keyring;
  readonly store: EmbeddedStore;
  readonly cache: UmidCache;
  readonly credentials: CredentialStore;
}

/** The accounts of the configuration in force. */
type AccountLookup = Pick<Configuration['accounts'], 'has' | 'get'>;

/** A standalone that listens. */
export interface Standalone {
  readonly port: number;
  readonly managementPort: number;
  readonly madeCredentials: MadeCredentials | null;
}

/**
 * Composes all features in one process over the embedded store and starts them. What it opens it hands to the
 * lifecycle, which closes it in reverse order.
 */
export const startStandalone = async (config: StandaloneConfig, process: Process): Promise<Standalone> => {
  const foundation = await openFoundation(config, process);
  const managementPort = await serveManagement(foundation);
  const { fronts, resolution, demo } = await composeInterfaceB(foundation);
  const destinations = composeDestinations(foundation);
  const { app, mount } = createWaitingApp();
  const [tokens, queries] = [createWaitingFront(OAUTH_PATHS), createWaitingFront(GRAPHQL_PATHS)];
  const port = await serve(foundation, {
    ...config.configuration.current().limits,
    fronts: [...fronts, tokens.front, queries.front],
    app,
  });
  const { query, issuing, keys } = await composeInterfaceA(foundation, port);
  const madeCredentials = await bootstrapUser(config, foundation.credentials, issuing, startDeadline());
  tokens.mount(issuing.front);
  queries.mount(query.front);
  mount(...demo.routers, issuing.router, query.router, notFoundHandler, problemErrorHandler(process.logger));
  await serveAdministration(foundation, [
    createOpenFront(
      serveCalls(standaloneCalls, {
        ...resolution,
        users: issuing.users,
        keys,
        credentialAudit: issuing.audit,
        destinations: destinations.administration,
      }),
    ),
  ]);
  return { port, managementPort, madeCredentials };
};

const openFoundation = async (config: StandaloneConfig, process: Process): Promise<Foundation> => {
  const { logger, lifecycle } = process;
  const { DATA_DIR: directory, SECRETS_FILE: secretsFile } = config.settings;
  const onError = (error: unknown, about: object): void =>
    logger.error({ error, ...about }, 'a consumer failed and will try again: the store may not be answering');
  const wait = waitFor(process);
  const store = await wait(() => openEmbeddedStore({ directory, clock: Date.now, onError }));
  lifecycle.onClose('store', () => store.close());
  const { credentials, close } = await wait(() => openEmbeddedCredentials({ directory }));
  lifecycle.onClose('credentials', close);
  const secrets = await (secretsFile === undefined
    ? makeSecretsFile(join(directory, 'secrets.json'), SECRETS)
    : readSecretsFile(secretsFile, SECRETS));
  const isNeeded = config.configuration.map(
    (one) => hasMappings(one) || hasSegments(one) || hasTransforms(one) || externalHosts(one).length > 0,
  );
  const { mapping, expressions, close: closeExpressions } = openExpressions({ isNeeded, logger });
  lifecycle.onClose('expressions', closeExpressions);
  return {
    ...config,
    ...process,
    mapping,
    expressions,
    store,
    credentials,
    keyring: createKeyring(secrets),
    cache: createMemoryUmidCache({ clock: Date.now, maxEntries: ENTRIES_IN_CACHE }),
  };
};

interface InterfaceB {
  readonly fronts: readonly Front[];
  readonly resolution: IdentityResolution;
  readonly demo: ComposedDemo;
}

const composeInterfaceB = async (foundation: Foundation): Promise<InterfaceB> => {
  const { settings, configuration, store, cache, keyring, logger, metrics, lifecycle } = foundation;
  const { mapping, expressions } = foundation;
  const shared = { configuration, ...store, cache, expressions, keyring, logger, metrics };
  const resolution = await startIdentityResolution(shared);
  lifecycle.onClose('identity resolution', resolution.stop);
  lifecycle.addCheck('tracking sink', resolution.isReady, SINK_STUCK);
  const clientAddress = createClientAddress(settings.TRUSTED_PROXIES);
  const demo = composeDemo(foundation, resolution);
  const { resolver } = demo;
  const enriching = await composeEnrichment(foundation);
  const chance = { steadyClock, newId: randomUUID, seed: randomInt(SEEDS) };
  const engines = { ...enriching, ...chance, resolver, mapping };
  const info = createInfoIngest({ ...shared, ...engines, clientAddress });
  const tagScript = await readTagScript();
  const fronts = [
    createTagFront({ configuration, tagScript, logger, steadyClock }, info),
    createOpenApiFront(),
    createProblemPage(problemPage()),
  ];
  return { fronts, resolution, demo };
};

interface InterfaceA {
  readonly query: ProfileQuery;
  readonly issuing: TokenIssuer;
  /** Issuer and verifier are one process: both hear of each change. */
  readonly keys: KeyAdministration;
}

const composeInterfaceA = async (foundation: Foundation, port: number): Promise<InterfaceA> => {
  const { settings, configuration, credentials, keyring, logger, metrics, store, lifecycle } = foundation;
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${port}`;
  const accounts: AccountLookup = {
    has: (name) => configuration.current().accounts.has(name),
    get: (name) => configuration.current().accounts.get(name),
  };
  const requestDeadlineMs = (): number => configuration.current().limits.deadlineMs;
  const shared = { accounts, clock: Date.now, logger, metrics, requestDeadlineMs };
  const issuing = createTokenIssuer({
    ...shared,
    newId: randomUUID,
    randomBytes,
    credentials,
    keyring,
    publicUrl,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL,
    keyReach: KEYS_OF_ONE_PROCESS,
    newPrivateKey: newPrivateKeys(settings.ACCESS_TOKEN_ALGORITHM),
    passwordCost: PASSWORD_COST,
    clientAddress: createClientAddress(settings.TRUSTED_PROXIES),
  });
  await issuing.ensureSigningKey(startDeadline());
  const query = createProfileQuery({
    ...shared,
    steadyClock,
    randomBytes,
    ...store,
    expressions: foundation.expressions,
    reader: store.profiles,
    jwks: issuing.jwks,
    issuer: publicUrl,
  });
  await query.start();
  lifecycle.onClose('graphql', () => query.stop());
  const keys = afterKeyChange(issuing.keys, query.forgetKeys);
  return { query, issuing, keys };
};

const startDeadline = (): Deadline => deadlineIn(START_CALL_MS);

/** Opens what somebody else may still have, and says who has it; not any longer once the process is asked to stop. */
const waitFor = ({ logger, lifecycle }: Process): (<T>(open: () => Promise<T>) => Promise<T>) => {
  const patience = deadlineIn(PATIENCE_MS);
  const deadline = { remainingMs: () => (lifecycle.isAskedToStop() ? 0 : patience.remainingMs()) };
  return (open) =>
    whenFree(deadline, open, ({ directory, pid }) =>
      logger.warn(
        { directory, pid, atMostMs: PATIENCE_MS },
        'another process has the data, as a command of kith does: waiting until it has ended',
      ),
    );
};
