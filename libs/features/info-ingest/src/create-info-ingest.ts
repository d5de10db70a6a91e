import { randomUUID } from 'node:crypto';
import type { Umdid } from '@kith/domain/identity';
import type { PipelineRules } from '@kith/domain/pipeline';
import type { Front, Keyring, Metrics } from '@kith/platform';
import type { EventLog, Resolver, UmidCache } from '@kith/ports';
import { createInfoFront } from './info-front.ts';
import { createIngestMetrics } from './ingest-metrics.ts';

/** The named secrets that the keyring must hold. */
export const INFO_INGEST_SECRETS: readonly string[] = ['umid', 'retry'];

/** What info-ingest is built from. */
export interface InfoIngestNeeds {
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  /** Bytes of a body; milliseconds that the stores have for one answer. */
  readonly limits: { readonly bodyBytes: number; readonly deadlineMs: number };
  readonly cache: UmidCache;
  readonly log: EventLog;
  readonly resolver: Resolver;
  /** Holds `INFO_INGEST_SECRETS`. */
  readonly keyring: Keyring;
  readonly metrics: Metrics;
}

/** Makes the edge: the front route of interface B. */
export const createInfoIngest = (needs: InfoIngestNeeds): Front =>
  createInfoFront({
    ...needs,
    mac: needs.keyring.mac,
    newUmdid: () => randomUUID() as Umdid,
    newEventId: randomUUID,
    metrics: createIngestMetrics(needs.metrics),
  });
