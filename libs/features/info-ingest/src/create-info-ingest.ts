import {
  createAdmission,
  type ForwardedRequest,
  type Front,
  type Keyring,
  type Live,
  type Logger,
  type Metrics,
} from '@kith/platform';
import type {
  BotDetection,
  DataLayerMapping,
  EnrichmentSources,
  EventLog,
  Expressions,
  Resolver,
  UmidCache,
} from '@kith/ports';
import { createInfoFront, type EnrichedPipeline } from './answering/info-front.ts';
import { createBotSource, createEnricher, type EnricherDeps } from './enriching/enricher.ts';
import { processTimer } from './enriching/open-lookups.ts';
import { createEnrichmentMetrics } from './enriching/step-answer.ts';
import { createVisitLimits } from './limiting/visit-limits.ts';
import { createIngestMetrics } from './pipelines/ingest-metrics.ts';
import { pipelineEntries, type EdgeConfiguration } from './pipelines/pipeline-entry.ts';
import { createUnknownPipeline } from './pipelines/unknown-pipeline.ts';

/** The named secrets that the keyring must hold. */
export const INFO_INGEST_SECRETS: readonly string[] = ['umid', 'retry'];

/** The log takes together what comes together: many wait for it at once. */
const APPENDS = { least: 32, most: 1_024 };

export interface InfoIngestDeps {
  readonly configuration: Live<EdgeConfiguration>;
  readonly cache: UmidCache;
  readonly log: EventLog;
  readonly resolver: Resolver;
  readonly mapping: DataLayerMapping;
  readonly expressions: Expressions;
  /** The source of each type of step that has one elsewhere. */
  readonly enrichment: Omit<EnrichmentSources, 'bot'>;
  readonly bots: BotDetection;
  readonly logger: Pick<Logger, 'warn'>;
  /** Holds `INFO_INGEST_SECRETS`. */
  readonly keyring: Keyring;
  readonly metrics: Metrics;
  /** Whose request it is, proxies believed as far as they are trusted. */
  readonly clientAddress: (request: ForwardedRequest) => string;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
  /** A random UUID of version 4. */
  readonly newId: () => string;
  /** Random, 32 bits: nobody can foresee whose requests are counted together. */
  readonly seed: number;
}

/** Makes the edge: the front route of interface B. */
export const createInfoIngest = (deps: InfoIngestDeps): Front => {
  const { keyring, logger, steadyClock } = deps;
  const metrics = createIngestMetrics(deps.metrics);
  const enriching = enricherDeps(deps);
  return createInfoFront({
    ...deps,
    // Memories of steps begin anew with each configuration.
    pipelines: deps.configuration.map((configuration) => enrichedPipelines(configuration, enriching)),
    limits: createVisitLimits({ ...deps, metrics, clock: steadyClock }),
    mac: keyring.mac,
    macs: keyring.macs,
    metrics,
    admission: createAdmission({ work: 'info', ...APPENDS, metrics: deps.metrics }),
    unknownPipeline: createUnknownPipeline({ logger, clock: steadyClock }),
  });
};

const enricherDeps = ({ enrichment, bots, metrics, steadyClock, logger }: InfoIngestDeps): EnricherDeps => ({
  sources: { ...enrichment, bot: createBotSource(bots) },
  metrics: createEnrichmentMetrics(metrics),
  clock: steadyClock,
  timer: processTimer,
  logger,
});

const enrichedPipelines = (
  configuration: EdgeConfiguration,
  enriching: EnricherDeps,
): ReadonlyMap<string, EnrichedPipeline> =>
  new Map(
    Array.from(pipelineEntries(configuration), ([name, entry]) => [
      name,
      { ...entry, enricher: createEnricher(enriching, entry.rules) },
    ]),
  );
