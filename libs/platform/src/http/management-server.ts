import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { notFound } from '../errors/problem.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { Exchange } from './exchange.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

export interface ManagementServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Pick<Readiness, 'unreadyReasons' | 'outcomes' | 'notes'> & { leave(): void };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

const readinessAnswer = async (
  { unreadyReasons, outcomes, notes }: ManagementServerOptions['lifecycle'],
  isVerbose: boolean,
): Promise<Answer> => {
  const [reasons, checks] = await Promise.all([unreadyReasons(), isVerbose ? outcomes() : undefined]);
  const ready = reasons.length === 0;
  const noted = notes();
  return json(ready ? 200 : 503, {
    ready,
    reasons,
    ...(checks === undefined ? {} : { checks }),
    ...(noted.length === 0 ? {} : { notes: noted }),
  });
};

const answerTo = async (
  { path, query }: Exchange,
  { metrics, lifecycle }: ManagementServerOptions,
): Promise<Answer> => {
  switch (path) {
    case '/livez':
      return json(200, { live: true });
    case '/readyz':
      return readinessAnswer(lifecycle, new URLSearchParams(query).has('verbose'));
    case '/leave':
      lifecycle.leave();
      return json(200, { leaving: true });
    case '/metrics':
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    default:
      throw notFound();
  }
};

const send = ({ response }: Exchange, { status, type, body }: Answer): void => {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
};

/**
 * What operators and their probes ask: `/livez`, `/readyz` (503 with the reasons, and what else is to be known; with
 * `?verbose` every check, with a sentence where it fails), `/metrics`, and `/leave`, which ends nothing but makes the process
 * leave until a signal ends it. GET only, as a `preStop` of Kubernetes knows nothing else.
 */
export const createManagementServer = (options: ManagementServerOptions): HttpServer =>
  createHttpServer({
    name: 'management',
    logger: options.logger,
    headerBytes: 16_384,
    deadlineMs: 5_000,
    fronts: [
      {
        prefix: '/',
        handle: async (exchange) => {
          if (exchange.request.method !== 'GET') throw notFound();
          send(exchange, await answerTo(exchange, options));
        },
      },
    ],
  });
