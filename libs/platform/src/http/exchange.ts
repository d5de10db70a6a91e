import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Logger } from '../observability/logger.ts';

/** One request and its answer, on the objects of `node:http`. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Names and values in turn: what every answer carries, whatever becomes of the request; the request id for one. */
  readonly headers: string[];
  /** The path as it came, percent-encoded. */
  readonly path: string;
  /** Raw, without the `?`; empty where there is none. */
  readonly query: string;
  /** Writes the request id into every line. */
  readonly log: Logger;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly receivedAt: number;
  /** When the answer is due. */
  readonly deadline: Deadline;
}

/** Answers every request whose path starts with `prefix`, in front of Express (docs/decisions/0006-front-routes.md). */
export interface Front {
  readonly prefix: string;
  /** Which of these requests it answers, where the others are somebody else's. */
  takes?(path: string, method: string | undefined): boolean;
  /** Gives the whole answer, by `answer`; what it throws becomes a problem answer. */
  handle(exchange: Exchange): Promise<void>;
}
