import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { notFound } from '../errors/problem.ts';
import { listenPrivately } from '../local-socket/listen-privately.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type Connections, createConnections } from './connections.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Front } from './exchange.ts';
import { answerLast, createRefusal } from './raw-answer.ts';
import { createRequestMetrics } from './request-metrics.ts';
import type { UnreadBounds } from './unread-answers.ts';

/** How long a client may take, in milliseconds. */
export interface HttpTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Longer than the idle time of the load balancer in front, which else finds connections closed. */
  readonly keepAliveMs: number;
}

export interface HttpServerOptions {
  /** Names the server in log lines. */
  readonly name: string;
  readonly logger: Logger;
  /** Nothing is counted where it is left out. */
  readonly metrics?: Metrics;
  /** The most bytes of a URL and its headers together. */
  readonly headerBytes: number;
  /** Asked in this order. */
  readonly fronts: readonly Front[];
  /** Gets what no front takes; without it that is a 404. */
  readonly app?: Express;
  /** How long an answer may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly timeouts?: Partial<HttpTimeouts>;
  readonly unread?: Partial<UnreadBounds>;
}

export interface HttpServer {
  /** Port 0 lets the system choose. Rejects with a sentence that names the address. */
  listen(host: string, port: number): Promise<{ readonly port: number; readonly host: string }>;
  /** Listens on a Unix socket that only the process's own user can open; see `listenPrivately`. */
  listenPrivately(file: string): Promise<void>;
  /** From now on every answer ends its connection; new ones are taken, and idle ones stay, until it is closed. */
  leave(): void;
  /** Stops accepting; resolves when the requests under way are answered and all connections are closed. */
  close(): Promise<void>;
}

const TIMEOUTS: HttpTimeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 75_000 };

/** Half a minute is what a phone in a tunnel may need; 32 MiB are thousands of answers. */
const UNREAD: UnreadBounds = { idleMs: 30_000, bytes: 33_554_432 };

const serverOptions = (headerBytes: number, timeouts: HttpTimeouts): ServerOptions => ({
  maxHeaderSize: headerBytes,
  headersTimeout: timeouts.headersMs,
  requestTimeout: timeouts.requestMs,
  keepAliveTimeout: timeouts.keepAliveMs,
  connectionsCheckingInterval: Math.min(5_000, timeouts.headersMs, timeouts.requestMs),
  insecureHTTPParser: false,
  // The dispatcher answers a missing Host itself, with a request id.
  requireHostHeader: false,
});

const listening = (server: Server, host: string, port: number): Promise<{ port: number; host: string }> =>
  new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException): void =>
      reject(new Error(`cannot listen on ${host}:${port} (${cause.code ?? cause.message})`, { cause }));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const { address, port: actual } = server.address() as AddressInfo;
      resolve({ port: actual, host: address });
    });
  });

/**
 * An HTTP/1.1 server whose fronts answer on `node:http` objects and whose other requests go to Express.
 * Every answer has a request id; every failure is a problem answer (RFC 9457).
 */
export const createHttpServer = (options: HttpServerOptions): HttpServer => {
  const { headerBytes, metrics } = options;
  const counted =
    metrics === undefined ? undefined : createRequestMetrics(metrics, () => connections.count());
  const classes = options.app === undefined ? {} : expressClasses(options.app);
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const server = createServer({ ...classes, ...serverOptions(headerBytes, timeouts) });
  // 0: no header is dropped in silence; their bytes are bounded.
  server.maxHeadersCount = 0;
  const connections: Connections = createConnections(server, { ...UNREAD, ...options.unread }, () =>
    counted?.unread(),
  );
  const logger = options.logger.child({ server: options.name });
  const dispatch = createDispatcher({ ...options, logger }, counted);
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    connections.admit(request.socket, response, () => dispatch(request, response));
  };
  server.on('request', onRequest);
  // An expectation other than 100-continue may be passed over (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request, socket) => answerLast(connections, socket, notFound()));
  const refuse = createRefusal(connections, headerBytes, (status) => counted?.refused(status));
  server.on('clientError', (error, socket) => refuse(error, socket));
  return {
    listen: (host, port) => listening(server, host, port),
    listenPrivately: (file) => listenPrivately(server, file),
    leave: connections.leave,
    close: connections.close,
  };
};

/**
 * Requests and responses that are born with the prototypes that Express would give them. V8 keeps what belongs to an object
 * whose prototype was changed together with what comes after it until the next large collection: a quarter of all that
 * requests leave behind, for a hundred times less where nothing has to be changed. The prototypes of the app become these.
 */
const expressClasses = (app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> => {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
};
