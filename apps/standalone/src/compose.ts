import { join } from 'node:path';
import { createMemoryUmidCache, openEmbeddedCredentials, openEmbeddedStore } from '@kith/embedded';
import type { EmbeddedStore } from '@kith/embedded';
import { IDENTITY_RESOLUTION_SECRETS, startIdentityResolution } from '@kith/identity-resolution';
import { createInfoIngest, INFO_INGEST_SECRETS } from '@kith/info-ingest';
import {
  createClientAddress,
  createKeyring,
  createMetrics,
  deadlineIn,
  makeSecretsFile,
  notFoundHandler,
  problemErrorHandler,
  readSecretsFile,
  serve,
  serveManagement,
} from '@kith/platform';
import type { Front, Keyring, Lifecycle, Logger, Metrics } from '@kith/platform';
import type { CredentialStore, Deadline, UmidCache } from '@kith/ports';
import { createProfileQuery } from '@kith/profile-query';
import { createTokenIssuing, TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import type { TokenIssuing } from '@kith/token-issuing';
import type { Router } from 'express';
import { bootstrapUser } from './bootstrap-user.ts';
import type { MadeCredentials } from './bootstrap-user.ts';
import type { StandaloneConfig } from './config.ts';
import { createWaitingApp } from './waiting-app.ts';

const SECRETS = [
  ...new Set([...INFO_INGEST_SECRETS, ...IDENTITY_RESOLUTION_SECRETS, ...TOKEN_ISSUING_SECRETS]),
];
const ENTRIES_IN_CACHE = 100_000;
/** How long a call at start may take, in milliseconds. */
const START_CALL_MS = 10_000;

/** Everything that the features share. */
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
  const managementPort = await serveManagement(foundation);
  const front = await composeInterfaceB(foundation);
  const { app, mount } = createWaitingApp();
  const port = await serve(foundation, { ...config.configuration.limits, fronts: [front], app });
  const { routers, issuing } = await composeInterfaceA(foundation, port);
  const madeCredentials = await bootstrapUser(config, foundation.credentials, issuing, startDeadline());
  mount(...routers, notFoundHandler, problemErrorHandler(logger));
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

const composeInterfaceB = async (foundation: Foundation): Promise<Front> => {
  const { configuration, store, cache, keyring, logger, metrics, lifecycle } = foundation;
  const shared = { ...configuration, ...store, cache, keyring, logger, metrics };
  const resolution = await startIdentityResolution(shared);
  lifecycle.onClose('identity resolution', resolution.stop);
  lifecycle.addCheck('tracking sink', resolution.isReady);
  return createInfoIngest({ ...shared, resolver: resolution.resolver });
};

const composeInterfaceA = async (
  foundation: Foundation,
  port: number,
): Promise<{ readonly routers: readonly Router[]; readonly issuing: TokenIssuing }> => {
  const { settings, configuration, credentials, keyring, logger, metrics, store, lifecycle } = foundation;
  const { accounts, limits } = configuration;
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${port}`;
  const shared = { accounts, clock: Date.now, logger, metrics, requestDeadlineMs: limits.deadlineMs };
  const issuing = createTokenIssuing({
    ...shared,
    credentials,
    keyring,
    publicUrl,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL,
    clientAddress: createClientAddress(settings.TRUSTED_PROXIES),
  });
  await issuing.ensureSigningKey(startDeadline());
  const query = createProfileQuery({
    ...shared,
    reader: store.profiles,
    jwks: issuing.jwks,
    issuer: publicUrl,
  });
  await query.start();
  lifecycle.onClose('graphql', () => query.stop());
  return { routers: [issuing.router, query.router], issuing };
};

const startDeadline = (): Deadline => deadlineIn(START_CALL_MS);
