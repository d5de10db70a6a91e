import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Umdid } from '@kith/domain/identity';
import type { ForwardedRequest, Front, Keyring, Live, Metrics } from '@kith/platform';
import type { DataLayerMapping, EventLog, Resolver, UmidCache } from '@kith/ports';
import { createInfoFront } from './info-front.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { pipelineEntries } from './pipeline-entry.ts';
import type { EdgeConfiguration } from './pipeline-entry.ts';
import { createVisitLimits } from './visit-limits.ts';

/** The named secrets that the keyring must hold. */
export const INFO_INGEST_SECRETS: readonly string[] = ['umid', 'retry'];

/** What info-ingest is built from. */
export interface InfoIngestNeeds {
  readonly configuration: Live<EdgeConfiguration>;
  readonly cache: UmidCache;
  readonly log: EventLog;
  readonly resolver: Resolver;
  readonly mapping: DataLayerMapping;
  /** Holds `INFO_INGEST_SECRETS`. */
  readonly keyring: Keyring;
  readonly metrics: Metrics;
  /** Whose request it is, proxies believed as far as they are trusted. */
  readonly clientAddress: (request: ForwardedRequest) => string;
}

/** Makes the edge: the front route of interface B. */
export const createInfoIngest = (needs: InfoIngestNeeds): Front => {
  const metrics = createIngestMetrics(needs.metrics);
  return createInfoFront({
    ...needs,
    entries: needs.configuration.map(pipelineEntries),
    limits: createVisitLimits({ ...needs, metrics, clock: () => performance.now(), seed: randomInt(SEEDS) }),
    mac: needs.keyring.mac,
    macs: needs.keyring.macs,
    newUmdid: () => randomUUID() as Umdid,
    newEventId: randomUUID,
    metrics,
  });
};

const SEEDS = 2 ** 32;
