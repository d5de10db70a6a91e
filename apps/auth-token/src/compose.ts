import { openMongodbCredentials } from '@kith/mongodb';
import {
  createClientAddress,
  createKeyring,
  createMetrics,
  deadlineIn,
  notFoundHandler,
  problemErrorHandler,
  readSecretsFile,
  serve,
  serveManagement,
} from '@kith/platform';
import type { Lifecycle, Logger } from '@kith/platform';
import { createTokenIssuing, TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import express from 'express';
import type { AppConfig } from './config.ts';

/** How long a call at start may take, in milliseconds. */
const START_CALL_MS = 10_000;

/** Composes the token app over its own MongoDB database, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, logger: Logger, lifecycle: Lifecycle): Promise<string> => {
  const { settings, configuration } = config;
  const { accounts, limits } = configuration;
  const keyring = createKeyring(await readSecretsFile(settings.SECRETS_FILE, TOKEN_ISSUING_SECRETS));
  const metrics = createMetrics('auth-token');
  const serving = { settings, lifecycle, logger, metrics };
  await serveManagement(serving);
  const mongodb = await openMongodbCredentials({
    uri: settings.MONGODB_URI,
    appName: 'auth-token',
    clock: Date.now,
  });
  lifecycle.onClose('mongodb', () => mongodb.close());
  lifecycle.addCheck('mongodb', mongodb.isReady);
  const issuing = createTokenIssuing({
    accounts,
    credentials: mongodb.credentials,
    keyring,
    clock: Date.now,
    publicUrl: settings.PUBLIC_URL,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL,
    logger,
    metrics,
    clientAddress: createClientAddress(settings.TRUSTED_PROXIES),
    requestDeadlineMs: limits.deadlineMs,
  });
  await issuing.ensureSigningKey(deadlineIn(START_CALL_MS));
  const app = express().disable('x-powered-by');
  app.use(issuing.router, notFoundHandler, problemErrorHandler(logger));
  const port = await serve(serving, { ...limits, fronts: [], app });
  return `auth-token listens on ${settings.HOST}:${port}`;
};
