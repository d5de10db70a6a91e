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
  /** An event that a data layer came to, by what made it; `none`: the data layer was kept as it came. */
  translated(by: string): void;
  /** An element that the own mappings of a pipeline were asked about, by what came of it. */
  mapped(pipeline: string, outcome: string): void;
  /** A request of a bot of which nothing was stored. */
  droppedBot(pipeline: string): void;
  /** A request beyond a rate limit. */
  limited(by: 'address' | 'device'): void;
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
  const translated = metrics.counter(
    'kith_data_layer_events_total',
    'events that data layers came to, by the preset or mapping that made them; none: kept as they came',
    ['by'],
  );
  const mapped = metrics.counter(
    'kith_own_mappings_total',
    'data layers that own mappings were asked about, by what came of it',
    ['pipeline', 'outcome'],
  );
  const limited = metrics.counter('kith_limited_requests_total', 'requests beyond a rate limit', ['by']);
  const bots = metrics.counter('kith_dropped_bots_total', 'requests of bots of which nothing was stored', [
    'pipeline',
  ]);
  const malformed = cookies.line({});
  const ofNobody = ignored.line({});
  const first = visits.line({ known: 'first' });
  const returning = { cache: visits.line({ known: 'cache' }), resolver: visits.line({ known: 'resolver' }) };
  const accepted = events.line({ outcome: 'accepted' });
  const withoutPermission = events.line({ outcome: 'without permission' });
  return {
    malformedCookie: () => malformed.inc(),
    ignoredIdentifiers: (count) => ofNobody.inc(count),
    firstVisit: () => first.inc(),
    returning: (by) => returning[by].inc(),
    accepted: (count) => accepted.inc(count),
    droppedWithoutPermission: (count) => withoutPermission.inc(count),
    translated: (by) => translated.inc({ by }),
    mapped: (pipeline, outcome) => mapped.inc({ pipeline, outcome }),
    droppedBot: (pipeline) => bots.inc({ pipeline }),
    limited: (by) => limited.inc({ by }),
  };
};
