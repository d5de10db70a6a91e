import { createHttpServer, type HttpServerOptions } from '../http/http-server.ts';
import { createManagementServer } from '../http/management-server.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Where an app is managed, and what closes it at the end. */
export interface ManagementDeps {
  readonly settings: { readonly HOST: string; readonly MANAGEMENT_PORT: number };
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The same of an app that has a port of its own. */
export interface PublicServerDeps extends ManagementDeps {
  readonly settings: ManagementDeps['settings'] & { readonly PORT: number };
}

/** The routes on the app's own port. */
export type Served = Pick<HttpServerOptions, 'fronts' | 'app' | 'headerBytes' | 'deadlineMs'>;

/** Listens on the app's port; answers with the port that it got. */
export const serve = async (deps: PublicServerDeps, served: Served): Promise<number> => {
  const { settings, lifecycle, logger, metrics } = deps;
  const server = createHttpServer({ name: 'public', logger, metrics, ...served });
  const { port } = await server.listen(settings.HOST, settings.PORT);
  lifecycle.onLeave(server.leave);
  lifecycle.onClose('public server', () => server.close());
  return port;
};

/** Listens on the management port. To be called first, so that probes are answered from start to end. */
export const serveManagement = async (deps: ManagementDeps): Promise<number> => {
  const { settings, lifecycle, logger, metrics } = deps;
  const server = createManagementServer({ logger, metrics, lifecycle });
  const { port } = await server.listen(settings.HOST, settings.MANAGEMENT_PORT);
  lifecycle.onClose('management server', () => server.close());
  return port;
};
