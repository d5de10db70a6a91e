import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Express } from 'express';
import { type Deadline, deadlineAt } from '../concurrency/deadline.ts';
import { badRequest, headersTooLarge, notFound, PLATFORM_PROBLEMS, type Problem } from '../errors/problem.ts';
import type { Logger } from '../observability/logger.ts';
import { answerFailure } from './answer-failure.ts';
import type { Exchange, Front } from './exchange.ts';
import { expressProblem } from './express-problems.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { sendProblem, setHeaders } from './send-problem.ts';

/** Path and query of a request, both as they came. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

export interface DispatcherOptions {
  readonly logger: Logger;
  readonly fronts: readonly Front[];
  readonly app?: Express;
  readonly deadlineMs: number;
  /** The most bytes of a URL and its headers together. */
  readonly headerBytes: number;
}

const REQUEST_ID = 'X-Request-Id';

type Route = (exchange: Exchange) => void;

interface NamedRoute {
  readonly name: string;
  readonly answer: Route;
}

/** A class, as every request makes one: an object with a getter of its own costs as much as a parsed URL. */
class HttpExchange implements Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly headers: string[];
  readonly path: string;
  readonly query: string;
  readonly receivedAt = Date.now();
  readonly began = performance.now();
  readonly #options: DispatcherOptions;
  #log: Logger | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: DispatcherOptions) {
    const { path, query } = requestTarget(request.url ?? '/');
    this.request = request;
    this.response = response;
    this.requestId = requestIdFrom(request.headers['x-request-id']);
    this.headers = [REQUEST_ID, this.requestId];
    // Node's parser takes what follows a passed-over Upgrade for another protocol, and would leave it without answer.
    if (request.headers.upgrade !== undefined) this.headers.push('Connection', 'close');
    this.path = path;
    this.query = query;
    this.#options = options;
  }

  /** Most requests have nothing to say, and a child log costs more than all else here. */
  get log(): Logger {
    return (this.#log ??= this.#options.logger.child({ requestId: this.requestId }));
  }

  get deadline(): Deadline {
    return deadlineAt(this.began + this.#options.deadlineMs);
  }
}

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
    setHeaders(exchange.response, exchange.headers);
    app(exchange.request, exchange.response, (error) => {
      answerFailure(exchange, error === undefined ? notFound() : expressProblem(error));
    });
  },
});

const nowhere: NamedRoute = {
  name: 'none',
  answer: ({ request, response, headers }) => sendProblem(request, response, notFound(), headers),
};

const refusing = (problem: Problem): NamedRoute => ({
  name: 'none',
  answer: ({ request, response, headers }) => sendProblem(request, response, problem, headers),
});

/** A write after the end is a bug of one route; nobody listening, it would end the process. */
const watchErrors = ({ response, requestId }: Exchange, logger: Logger): void => {
  response.on('error', (error) => logger.error({ error, requestId }, 'an answer could not be written'));
};

const reportEnd = (
  route: NamedRoute,
  exchange: HttpExchange,
  logger: Logger,
  metrics?: RequestMetrics,
): void => {
  const { request, response, requestId, began } = exchange;
  metrics?.began();
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
  const fronts = options.fronts.map((front) => ({ ...front, route: frontRoute(front) }));
  const rest = options.app === undefined ? nowhere : appRoute(options.app);
  const routeOf = ({ request, path }: Exchange): NamedRoute => {
    const fault = headFault(request, options.headerBytes);
    if (fault !== null) return refusing(fault);
    const takes = ({ prefix, takes: own }: Front): boolean =>
      path.startsWith(prefix) && (own?.(path, request.method) ?? true);
    return fronts.find(takes)?.route ?? rest;
  };
  return (request, response) => {
    const exchange = new HttpExchange(request, response, options);
    const route = routeOf(exchange);
    watchErrors(exchange, options.logger);
    reportEnd(route, exchange, options.logger, metrics);
    route.answer(exchange);
  };
};

/** What stands between a header's name and its value, and after it: `: ` and the end of the line. */
const PER_HEADER = 4;

/**
 * What is wrong with the URL and headers of a request that Node's parser let through; null where nothing is. The parser
 * counts names and values alone, so that many small headers could bring several times the limit.
 */
const headFault = (request: IncomingMessage, headerBytes: number): Problem | null => {
  const { rawHeaders } = request;
  let hosts = 0;
  let bytes = request.url?.length ?? 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    bytes += name.length + rawHeaders[index + 1]!.length + PER_HEADER;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (bytes > headerBytes) return headersTooLarge(headerBytes);
  // RFC 9112 section 3.2: one Host, no more; only HTTP/1.0 knew none.
  if (hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0)) return null;
  return badRequest([{ pointer: '', detail: 'There must be one Host header.' }], PLATFORM_PROBLEMS.notHttp);
};

const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/** Servers must take the absolute form that proxies send too (RFC 9112 section 3.2.2). */
const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(AUTHORITY, '');
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest;
};

/** The parts of a request line's target. */
export const requestTarget = (target: string): RequestTarget => {
  const text = originForm(target);
  const mark = text.indexOf('?');
  return mark < 0 ? { path: text, query: '' } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
};

const SANE = /^[A-Za-z0-9._~-]{1,128}$/;

/** The caller's `X-Request-Id` where it is a sane token, else a new one. */
export const requestIdFrom = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && SANE.test(header) ? header : randomUUID();
