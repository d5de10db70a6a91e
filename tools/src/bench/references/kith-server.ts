import { createHttpServer, createMetrics, silentLogger, type HttpServerOptions } from '@kith/platform';
import { announce } from './announce.ts';

/** Kith's own server, counting as in the product, around what a reference answers with. */
export const listenWithKith = async (answers: Pick<HttpServerOptions, 'fronts' | 'app'>): Promise<void> => {
  const server = createHttpServer({
    name: 'public',
    logger: silentLogger,
    metrics: createMetrics('bench'),
    headerBytes: 16_384,
    deadlineMs: 2_000,
    ...answers,
  });
  announce(await server.listen('127.0.0.1', 0));
};
