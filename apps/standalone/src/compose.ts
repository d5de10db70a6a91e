import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Configuration } from '@kith/contracts';
import type { Mac, ProfileId, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { createMemoryUmidCache, openEmbeddedCredentials, openEmbeddedStore } from '@kith/embedded';
import type { EmbeddedStore } from '@kith/embedded';
import {
  createResolutionMetrics,
  createResolver,
  startOutboxRelay,
  startTrackingSink,
} from '@kith/identity-resolution';
import { createInfoFront, createIngestMetrics } from '@kith/info-ingest';
import {
  createClientAddress,
  createHttpServer,
  createKeyring,
  createManagementServer,
  createMetrics,
  deadlineIn,
  makeSecretsFile,
  notFoundHandler,
  problemErrorHandler,
  readSecretsFile,
} from '@kith/platform';
import type { Front, Keyring, Lifecycle, Logger, Metrics } from '@kith/platform';
import type { CredentialStore, Deadline, Resolver, UmidCache } from '@kith/ports';
import { createProfileQuery } from '@kith/profile-query';
import { createTokenIssuing, TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import type { TokenIssuing } from '@kith/token-issuing';
import express from 'express';
import type { Express } from 'express';
import { bootstrapUser } from './bootstrap-user.ts';
import type { MadeCredentials } from './bootstrap-user.ts';
import type { StandaloneConfig } from './config.ts';

/** How long a background call to the store or the log may take, in milliseconds, before it is tried again. */
const BACKGROUND_CALL_MS = 10_000;
const SECRETS = ['umid', 'retry', 'chain', ...TOKEN_ISSUING_SECRETS];
const ENTRIES_IN_CACHE = 100_000;

/** Everything that the rooms share. */
interface Foundation extends StandaloneConfig {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly keyring: Keyring;
  readonly store: EmbeddedStore;
  readonly cache: UmidCache;
  readonly credentials: CredentialStore;
}

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
export const startStandalone = async (
  config: StandaloneConfig,
  logger: Logger,
  lifecycle: Lifecycle,
): Promise<Standalone> => {
  const foundation = await openFoundation(config, logger, lifecycle);
  const managementPort = await listenForManagement(foundation);
  const resolver = await startResolution(foundation);
  const front = composeEdge(foundation, resolver);
  const { app, issuing } = await composeInterfaceA(foundation);
  const madeCredentials = await bootstrapUser(config, foundation.credentials, issuing, callDeadline());
  const port = await listen(foundation, front, app);
  return { port, managementPort, madeCredentials };
};

const openFoundation = async (
  config: StandaloneConfig,
  logger: Logger,
  lifecycle: Lifecycle,
): Promise<Foundation> => {
  const { DATA_DIR: directory, SECRETS_FILE: secretsFile } = config.settings;
  const onError = (error: unknown, about: object): void =>
    logger.error({ error, ...about }, 'a consumer failed and will try again: the store may not be answering');
  const store = await openEmbeddedStore({ directory, clock: Date.now, onError });
  lifecycle.onClose('store', () => store.close());
  const { credentials, close } = await openEmbeddedCredentials({ directory });
  lifecycle.onClose('credentials', close);
  const secrets = await (secretsFile === undefined
    ? makeSecretsFile(join(directory, 'secrets.json'), SECRETS)
    : readSecretsFile(secretsFile, SECRETS));
  return {
    ...config,
    logger,
    lifecycle,
    store,
    credentials,
    metrics: createMetrics('standalone'),
    keyring: createKeyring(secrets),
    cache: createMemoryUmidCache({ clock: Date.now, maxEntries: ENTRIES_IN_CACHE }),
  };
};

const startResolution = async (foundation: Foundation): Promise<Resolver> => {
  const { store, cache, configuration, logger, lifecycle } = foundation;
  const metrics = createResolutionMetrics(foundation.metrics);
  const { accounts } = configuration;
  const shared = { accounts, log: store.log, callDeadline, newProfileId, metrics };
  const sink = await startTrackingSink({ ...shared, tracking: store.tracking });
  lifecycle.onClose('tracking sink', () => sink.stop());
  const relay = startOutboxRelay({ ...shared, outbox: store.outbox, logger });
  lifecycle.onClose('outbox relay', () => relay.stop());
  return createResolver({
    ...shared,
    store: store.profiles,
    cache,
    requiredPermissions: requiredPermissions(configuration),
    mac: macOf(foundation),
    newUmid: () => randomUUID() as Umid,
  });
};

const composeEdge = (foundation: Foundation, resolver: Resolver): Front => {
  const { cache, configuration, store } = foundation;
  return createInfoFront({
    pipelines: configuration.pipelines,
    limits: configuration.limits,
    cache,
    resolver,
    log: store.log,
    mac: macOf(foundation),
    newUmdid: () => randomUUID() as Umdid,
    newEventId: randomUUID,
    metrics: createIngestMetrics(foundation.metrics),
  });
};

const composeInterfaceA = async (
  foundation: Foundation,
): Promise<{ readonly app: Express; readonly issuing: TokenIssuing }> => {
  const { settings, configuration, credentials, keyring, logger, metrics, store, lifecycle } = foundation;
  const { accounts } = configuration;
  const publicUrl = publicUrlOf(foundation);
  const shared = { clock: Date.now, logger, metrics, requestDeadlineMs: configuration.limits.deadlineMs };
  const issuing = createTokenIssuing({
    ...shared,
    credentials,
    keyring,
    accounts,
    publicUrl,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL,
    clientAddress: createClientAddress(settings.TRUSTED_PROXIES),
  });
  await issuing.ensureSigningKey(callDeadline());
  const query = createProfileQuery({
    ...shared,
    reader: store.profiles,
    accounts,
    jwks: issuing.jwks,
    issuer: publicUrl,
  });
  await query.start();
  lifecycle.onClose('graphql', () => query.stop());
  const app = express().disable('x-powered-by');
  app.use(issuing.router, query.router, notFoundHandler, problemErrorHandler(logger));
  return { app, issuing };
};

const listen = async (foundation: Foundation, front: Front, app: Express): Promise<number> => {
  const { settings, configuration, logger, metrics, lifecycle } = foundation;
  const { headerBytes, deadlineMs } = configuration.limits;
  const server = createHttpServer({
    name: 'public',
    logger,
    metrics,
    headerBytes,
    deadlineMs,
    fronts: [front],
    app,
  });
  const { port } = await server.listen(settings.HOST, settings.PORT);
  lifecycle.onClose('public server', () => server.close());
  return port;
};

const listenForManagement = async ({ settings, logger, metrics, lifecycle }: Foundation): Promise<number> => {
  const server = createManagementServer({ logger, metrics, readiness: lifecycle });
  const { port } = await server.listen(settings.HOST, settings.MANAGEMENT_PORT);
  lifecycle.onClose('management server', () => server.close());
  return port;
};

const callDeadline = (): Deadline => deadlineIn(BACKGROUND_CALL_MS);

// 128 random bits and more, in characters that need no escaping in a URL.
const newProfileId = (): ProfileId => randomBytes(18).toString('base64url') as ProfileId;

const macOf =
  ({ keyring }: Foundation): Mac =>
  (secret, ...parts) =>
    keyring.mac(secret, ...parts);

const publicUrlOf = ({ settings }: Foundation): string =>
  settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`;

/** Per account the permissions that some pipeline of it requires: all that the cache needs to know of consent. */
const requiredPermissions = ({
  accounts,
  pipelines,
}: Configuration): ReadonlyMap<AccountName, Set<string>> => {
  const required = new Map<AccountName, Set<string>>(
    Array.from(accounts.keys(), (name) => [name, new Set()]),
  );
  for (const { account, trackingRequires } of pipelines.values()) {
    if (trackingRequires !== null) required.get(account.name)?.add(trackingRequires);
  }
  return required;
};
