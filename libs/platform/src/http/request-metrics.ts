import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CounterLine, MetricLine, Metrics } from '../observability/metrics.ts';

/** Counts answers under a front (or `app`, `none`, `refused`). */
export interface RequestMetrics {
  /** A request was given to its front. */
  began(): void;
  answered(front: string, request: IncomingMessage, response: ServerResponse, seconds: number): void;
  /** A request that the parser refused: nobody knows its method. */
  refused(status: number): void;
  /** A connection that was ended as its peer did not read. */
  unread(): void;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Anyone can invent methods; a label's values must stay few. */
const methodLabel = (method: string | undefined): string =>
  method !== undefined && METHODS.has(method) ? method : 'OTHER';

/** `connections`: how many are open. */
export const createRequestMetrics = (metrics: Metrics, connections: () => number): RequestMetrics => {
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
  const unread = metrics.counter(
    'http_unread_connections_total',
    'Connections ended because their peer did not read its answers.',
  );
  let underWay = 0;
  metrics.gauge('http_requests_under_way', 'Requests that have no whole answer yet.', [], () => underWay);
  metrics.gauge('http_connections', 'Open connections of clients.', [], connections);
  const lines = new Map<string, CounterLine>();
  const lineOf = (front: string, method: string, status: string): CounterLine => {
    const key = `${front} ${method} ${status}`;
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = requests.line({ front, method, status });
    lines.set(key, line);
    return line;
  };
  const durationLines = new Map<string, MetricLine>();
  const durationsOf = (front: string): MetricLine => {
    const known = durationLines.get(front) ?? durations.line({ front });
    durationLines.set(front, known);
    return known;
  };
  return {
    began: () => void (underWay += 1),
    answered: (front, request, response, seconds) => {
      underWay -= 1;
      const status = response.headersSent ? String(response.statusCode) : 'aborted';
      lineOf(front, methodLabel(request.method), status).inc();
      durationsOf(front).observe(seconds);
    },
    refused: (status) => requests.inc({ front: 'refused', method: 'OTHER', status: String(status) }),
    unread: () => unread.inc(),
  };
};
