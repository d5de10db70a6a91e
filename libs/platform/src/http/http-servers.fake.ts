import { afterEach, vi } from 'vitest';
import { createLogger, type Logger } from '../observability/logger.ts';
import { answer } from './answer.ts';
import type { Exchange, Front } from './exchange.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';

/** Servers of one suite, closed after each test, and what they wrote down in it. */
export interface HttpServers {
  readonly logger: Logger;
  readonly lines: readonly Record<string, unknown>[];
  /** A server that listens; it answers `hello` below `/op/` where nothing else is said. */
  served(
    options: Partial<HttpServerOptions>,
  ): Promise<{ readonly server: HttpServer; readonly port: number }>;
  errorsLogged(): readonly Record<string, unknown>[];
}

/** Called once at the top of a suite. */
export const httpServers = (): HttpServers => {
  const opened: HttpServer[] = [];
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const logger = createLogger({ name: 'edge', level: 'debug', destination });
  afterEach(async () => {
    lines.length = 0;
    await Promise.all(opened.splice(0).map((server) => server.close()));
  });
  return {
    logger,
    lines,
    async served(options) {
      const server = createHttpServer({
        name: 'public',
        logger,
        headerBytes: 4_096,
        deadlineMs: 1_000,
        fronts: [hello],
        ...options,
      });
      opened.push(server);
      return { server, port: (await server.listen('127.0.0.1', 0)).port };
    },
    errorsLogged: () => lines.filter(({ level }) => level === 'error'),
  };
};

export const front = (handle: (exchange: Exchange) => Promise<void> | void): Front => ({
  prefix: '/op/',
  handle: async (exchange) => handle(exchange),
});

export const hello = front((exchange) => answer(exchange, 200, [], 'hello'));

/** For what never comes, on a machine that is busy with other things, in milliseconds. */
const NEVER_MS = 120_000;

export const eventually = (look: () => unknown): Promise<unknown> => vi.waitFor(look, NEVER_MS);

/** A request without a body, the last of its connection. */
export const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: kith\r\nConnection: close\r\n${headers}\r\n`;

/** The status of each answer in what a connection brought. */
export const statusesIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
