import { randomBytes, randomUUID } from 'node:crypto';
import { migratingIn, MONGODB_AWAY } from '@kith/composition/mongodb';
import { problemPage } from '@kith/contracts';
import { openMongodbCredentials } from '@kith/mongodb';
import {
  createClientAddress,
  createKeyring,
  createProblemPage,
  deadlineIn,
  notFoundHandler,
  problemErrorHandler,
  readSecretsFile,
  serve,
  serveManagement,
  type Process,
} from '@kith/platform';
import {
  createTokenIssuer,
  KEYS_OF_REPLICAS,
  newPrivateKeys,
  PASSWORD_COST,
  TOKEN_ISSUING_SECRETS,
} from '@kith/token-issuing';
import express from 'express';
import type { AppConfig } from './config.ts';

/** How long a call at start may take, in milliseconds. */
const START_CALL_MS = 10_000;

/** Composes the token app over its own MongoDB database, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const { logger, metrics, lifecycle } = process;
  const keyring = createKeyring(await readSecretsFile(settings.SECRETS_FILE, TOKEN_ISSUING_SECRETS));
  const serving = { settings, ...process };
  await serveManagement(serving);
  const mongodb = await openMongodbCredentials({
    uri: settings.MONGODB_URI,
    appName: 'auth-token',
    clock: Date.now,
    ...migratingIn(settings, process),
  });
  lifecycle.onClose('mongodb', () => mongodb.close());
  lifecycle.addCheck('mongodb', mongodb.isReady, MONGODB_AWAY);
  const issuing = createTokenIssuer({
    accounts: { has: (account) => configuration.current().accounts.has(account) },
    credentials: mongodb.credentials,
    keyring,
    clock: Date.now,
    newId: randomUUID,
    randomBytes,
    publicUrl: settings.PUBLIC_URL,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL,
    keyReach: KEYS_OF_REPLICAS,
    newPrivateKey: newPrivateKeys(settings.ACCESS_TOKEN_ALGORITHM),
    passwordCost: PASSWORD_COST,
    logger,
    metrics,
    clientAddress: createClientAddress(settings.TRUSTED_PROXIES),
    requestDeadlineMs: () => configuration.current().limits.deadlineMs,
  });
  await issuing.ensureSigningKey(deadlineIn(START_CALL_MS));
  const app = express().disable('x-powered-by');
  app.use(issuing.router, notFoundHandler, problemErrorHandler(logger));
  const port = await serve(serving, {
    ...configuration.current().limits,
    fronts: [createProblemPage(problemPage()), issuing.front],
    app,
  });
  return `auth-token listens on ${settings.HOST}:${port}`;
};
