import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Express } from 'express';
import { deadlineIn } from '../deadline.ts';
import type { Logger } from '../logger.ts';
import { badRequest, notFound } from '../problem.ts';
import { requestIdFrom } from '../request-id.ts';
import { answerFailure } from './answer-failure.ts';
import { expressProblem } from './express-problems.ts';
import type { Exchange, Front } from './exchange.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { requestTarget } from './request-target.ts';
import { sendProblem } from './send-problem.ts';

export interface DispatcherOptions {
  readonly logger: Logger;
  readonly fronts: readonly Front[];
  readonly app?: Express;
  readonly deadlineMs: number;
}

type Route = (exchange: Exchange) => void;

interface NamedRoute {
  readonly name: string;
  readonly answer: Route;
}

const createExchange = (
  request: IncomingMessage,
  response: ServerResponse,
  { logger, deadlineMs }: DispatcherOptions,
): Exchange => {
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const { path, query } = requestTarget(request.url ?? '/');
  let log: Logger | undefined;
  return {
    request,
    response,
    requestId,
    path,
    query,
    // Most requests have nothing to say; a child log costs more than all else here.
    get log() {
      return (log ??= logger.child({ requestId }));
    },
    receivedAt: Date.now(),
    deadline: deadlineIn(deadlineMs),
  };
};

const answerByFront = async (front: Front, exchange: Exchange): Promise<void> => {
  try {
    await front.handle(exchange);
  } catch (error) {
    answerFailure(exchange, error);
  }
};

const frontRoute = (front: Front): NamedRoute => ({
  name: front.prefix,
  answer: (exchange) => void answerByFront(front, exchange),
});

/** An Express app takes a third argument as what comes after its last route; its types do not say so. */
type AppWithEnd = (
  request: IncomingMessage,
  response: ServerResponse,
  end: (error?: unknown) => void,
) => void;

const appRoute = (app: AppWithEnd): NamedRoute => ({
  name: 'app',
  answer: (exchange) => {
    app(exchange.request, exchange.response, (error) => {
      answerFailure(exchange, error === undefined ? notFound() : expressProblem(error));
    });
  },
});

const nowhere: NamedRoute = {
  name: 'none',
  answer: ({ request, response }) => sendProblem(request, response, notFound()),
};

const withoutHost: NamedRoute = {
  name: 'none',
  answer: ({ request, response }) =>
    sendProblem(request, response, badRequest([{ pointer: '', detail: 'There must be one Host header.' }])),
};

/** RFC 9112 section 3.2: one Host, no more; only HTTP/1.0 knew none. */
const isWithoutHost = (request: IncomingMessage): boolean => {
  if (request.headers.host === undefined) return request.httpVersionMinor >= 1;
  let hosts = 0;
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
};

/** A write after the end is a bug of one route; nobody listening, it would end the process. */
const watchErrors = ({ response, requestId }: Exchange, logger: Logger): void => {
  response.on('error', (error) => logger.error({ error, requestId }, 'an answer could not be written'));
};

const reportEnd = (route: NamedRoute, exchange: Exchange, logger: Logger, metrics?: RequestMetrics): void => {
  const { request, response, requestId } = exchange;
  const began = performance.now();
  // It closes but once, and `once` costs more than `on`.
  response.on('close', () => {
    const ms = performance.now() - began;
    metrics?.answered(route.name, request, response, ms / 1_000);
    const { method } = request;
    logger.debug({ front: route.name, method, status: response.statusCode, ms, requestId }, 'answered');
  });
};

/** Gives each request to the first front that its path belongs to, else to Express, else a 404. */
export const createDispatcher = (
  options: DispatcherOptions,
  metrics: RequestMetrics | undefined,
): RequestListener => {
  const fronts = options.fronts.map((front) => ({ prefix: front.prefix, route: frontRoute(front) }));
  const rest = options.app === undefined ? nowhere : appRoute(options.app);
  const routeOf = ({ request, path }: Exchange): NamedRoute => {
    if (isWithoutHost(request)) return withoutHost;
    return fronts.find(({ prefix }) => path.startsWith(prefix))?.route ?? rest;
  };
  return (request, response) => {
    const exchange = createExchange(request, response, options);
    response.setHeader('X-Request-Id', exchange.requestId);
    const route = routeOf(exchange);
    watchErrors(exchange, options.logger);
    reportEnd(route, exchange, options.logger, metrics);
    route.answer(exchange);
  };
};
