import type { Metrics } from '@kith/platform';

/** What the edge counts, beside requests. */
export interface IngestMetrics {
  malformedCookie(): void;
  ignoredIdentifiers(count: number): void;
  firstVisit(): void;
  /** A returning visitor: answered from the cache, or by the resolver. */
  returning(by: 'cache' | 'resolver'): void;
  accepted(events: number): void;
  droppedWithoutPermission(events: number): void;
}

/** Registers the edge's metrics. */
export const createIngestMetrics = (metrics: Metrics): IngestMetrics => {
  const cookies = metrics.counter('kith_malformed_cookies_total', 'umdid cookies that were replaced', []);
  const ignored = metrics.counter(
    'kith_ignored_identifiers_total',
    'identifier values that identify nobody',
    [],
  );
  const visits = metrics.counter('kith_visits_total', 'recognised requests by how the visitor was known', [
    'known',
  ]);
  const events = metrics.counter('kith_edge_events_total', 'tracking events by what became of them', [
    'outcome',
  ]);
  return {
    malformedCookie: () => cookies.inc({}),
    ignoredIdentifiers: (count) => count > 0 && ignored.inc({}, count),
    firstVisit: () => visits.inc({ known: 'first' }),
    returning: (by) => visits.inc({ known: by }),
    accepted: (count) => count > 0 && events.inc({ outcome: 'accepted' }, count),
    droppedWithoutPermission: (count) => count > 0 && events.inc({ outcome: 'without permission' }, count),
  };
};
