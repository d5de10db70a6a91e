import { randomBytes } from 'node:crypto';
import { MONGODB_AWAY, registeringIn } from '@kith/composition/mongodb';
import { hasSegments, problemPage } from '@kith/contracts';
import { openExpressions } from '@kith/jsonata';
import { openMongodbReader } from '@kith/mongodb';
import {
  createProblemPage,
  notFoundHandler,
  problemErrorHandler,
  type Process,
  serve,
  serveManagement,
  steadyClock,
} from '@kith/platform';
import { createProfileQuery, type ProfileQueryDeps } from '@kith/profile-query';
import express from 'express';
import type { AppConfig } from './config.ts';

type Jwks = Awaited<ReturnType<ProfileQueryDeps['jwks']>>;

/** Composes the GraphQL app over MongoDB, read only, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, process: Process): Promise<string> => {
  const { settings, configuration } = config;
  const { logger, metrics, lifecycle } = process;
  const serving = { settings, ...process };
  await serveManagement(serving);
  const mongodb = await openMongodbReader({
    uri: settings.MONGODB_URI,
    appName: 'graphql-query',
    ...registeringIn(process),
  });
  lifecycle.onClose('mongodb', () => mongodb.close());
  lifecycle.addCheck('mongodb', mongodb.isReady, MONGODB_AWAY);
  const { expressions, close } = openExpressions({ isNeeded: configuration.map(hasSegments), logger });
  lifecycle.onClose('expressions', close);
  const query = createProfileQuery({
    accounts: { get: (account) => configuration.current().accounts.get(account) },
    reader: mongodb.profiles,
    catalogue: mongodb.catalogue,
    details: mongodb.details,
    statistics: mongodb.statistics,
    expressions,
    jwks: () => fetchJwks(settings.JWKS_URL),
    issuer: settings.PUBLIC_URL,
    clock: Date.now,
    steadyClock,
    randomBytes,
    logger,
    metrics,
    requestDeadlineMs: () => configuration.current().limits.deadlineMs,
  });
  await query.start();
  lifecycle.onClose('graphql', () => query.stop());
  const app = express().disable('x-powered-by');
  app.use(query.router, notFoundHandler, problemErrorHandler(logger));
  const port = await serve(serving, {
    ...configuration.current().limits,
    fronts: [createProblemPage(problemPage()), query.front],
    app,
  });
  return `graphql-query listens on ${settings.HOST}:${port}`;
};

/** How long auth-token may take to answer, in milliseconds. */
const FETCH_MS = 1_500;

/** Reads the keys that auth-token publishes; rejects where it does not answer in time. */
const fetchJwks = async (url: string): Promise<Jwks> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`the published keys were answered with status ${answer.status}`);
  return (await answer.json()) as Jwks;
};
