import { randomInt, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Umdid } from '@kith/domain/identity';
import { createAdmission } from '@kith/platform';
import type { ForwardedRequest, Front, Keyring, Live, Logger, Metrics } from '@kith/platform';
import type {
  BotDetection,
  DataLayerMapping,
  EnrichmentSources,
  EventLog,
  Expressions,
  Resolver,
  UmidCache,
} from '@kith/ports';
import { createBotSource } from './enriching/bot-source.ts';
import { createEnricher } from './enriching/enricher.ts';
import { createEnrichmentMetrics } from './enriching/enrichment-metrics.ts';
import { processTimer } from './enriching/timer.ts';
import { createInfoFront } from './info-front.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { pipelineEntries } from './pipeline-entry.ts';
import type { EdgeConfiguration, MakeEnricher } from './pipeline-entry.ts';
import { createUnknownPipeline } from './unknown-pipeline.ts';
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
}

/** Makes the edge: the front route of interface B. */
export const createInfoIngest = (needs: InfoIngestNeeds): Front => {
  const metrics = createIngestMetrics(needs.metrics);
  return createInfoFront({
    ...needs,
    entries: needs.configuration.map((configuration) => pipelineEntries(configuration, makeEnricher(needs))),
    limits: createVisitLimits({ ...needs, metrics, clock: steadyClock, seed: randomInt(SEEDS) }),
    mac: needs.keyring.mac,
    macs: needs.keyring.macs,
    newUmdid: () => randomUUID() as Umdid,
    newEventId: randomUUID,
    metrics,
    admission: createAdmission({ work: 'info', ...APPENDS, metrics: needs.metrics }),
    unknownPipeline: createUnknownPipeline({ logger: needs.logger, clock: steadyClock }),
  });
};

/** The log takes together what comes together: many wait for it at once. */
const APPENDS = { least: 32, most: 1_024 };

const SEEDS = 2 ** 32;

const steadyClock = (): number => performance.now();

/** Memories of steps begin anew with each configuration. */
const makeEnricher = ({ enrichment, bots, logger, ...needs }: InfoIngestNeeds): MakeEnricher => {
  const sources = { ...enrichment, bot: createBotSource(bots) };
  const metrics = createEnrichmentMetrics(needs.metrics);
  const parts = { sources, metrics, clock: steadyClock, timer: processTimer, logger };
  return (rules) => createEnricher(parts, rules);
};
