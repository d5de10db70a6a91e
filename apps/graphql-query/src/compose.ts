import { openMongodbReader } from '@kith/mongodb';
import { createMetrics, notFoundHandler, problemErrorHandler, serve, serveManagement } from '@kith/platform';
import type { Lifecycle, Logger } from '@kith/platform';
import { createProfileQuery } from '@kith/profile-query';
import express from 'express';
import type { AppConfig } from './config.ts';
import { fetchJwks } from './fetch-jwks.ts';

/** Composes the GraphQL app over MongoDB, read only, and starts it; answers with what to tell a person. */
export const start = async (config: AppConfig, logger: Logger, lifecycle: Lifecycle): Promise<string> => {
  const { settings, configuration } = config;
  const { accounts, limits } = configuration;
  const metrics = createMetrics('graphql-query');
  const serving = { settings, lifecycle, logger, metrics };
  await serveManagement(serving);
  const mongodb = await openMongodbReader({ uri: settings.MONGODB_URI, appName: 'graphql-query' });
  lifecycle.onClose('mongodb', () => mongodb.close());
  lifecycle.addCheck('mongodb', mongodb.isReady);
  const query = createProfileQuery({
    accounts,
    reader: mongodb.profiles,
    jwks: () => fetchJwks(settings.JWKS_URL),
    issuer: settings.PUBLIC_URL,
    clock: Date.now,
    logger,
    metrics,
    requestDeadlineMs: limits.deadlineMs,
  });
  await query.start();
  lifecycle.onClose('graphql', () => query.stop());
  const app = express().disable('x-powered-by');
  app.use(query.router, notFoundHandler, problemErrorHandler(logger));
  const port = await serve(serving, { ...limits, fronts: [], app });
  return `graphql-query listens on ${settings.HOST}:${port}`;
};
