import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '../metrics.ts';

/** Counts answers under a front (or `app`, `none`, `refused`). */
export interface RequestMetrics {
  answered(front: string, request: IncomingMessage, response: ServerResponse, seconds: number): void;
  /** A request that the parser refused: nobody knows its method. */
  refused(status: number): void;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anyone can invent methods; a label's values must stay few. */
const methodLabel = (method: string | undefined): string =>
  method !== undefined && METHODS.has(method) ? method : 'OTHER';

export const createRequestMetrics = (metrics: Metrics): RequestMetrics => {
  const requests = metrics.counter('http_requests_total', 'Requests answered.', [
    'front',
    'method',
    'status',
  ]);
  const durations = metrics.histogram(
    'http_request_duration_seconds',
    'From the headers to the end of the answer.',
    ['front'],
  );
  return {
    answered: (front, request, response, seconds) => {
      const status = response.headersSent ? String(response.statusCode) : 'aborted';
      requests.inc({ front, method: methodLabel(request.method), status });
      durations.observe(seconds, { front });
    },
    refused: (status) => requests.inc({ front: 'refused', method: 'OTHER', status: String(status) }),
  };
};
