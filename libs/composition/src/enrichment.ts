import type { Configuration } from '@kith/contracts';
import {
  createBotDetection,
  createUserAgentSource,
  openGeoSource,
  openTableSource,
} from '@kith/enrichment-sources';
import { createHttpSource, externalHosts, MAX_ANSWER_BYTES, type InfoIngestDeps } from '@kith/info-ingest';
import { openOutgoingHttp } from '@kith/outgoing-http';
import { steadyClock, type Live, type Process } from '@kith/platform';
import type { Expressions } from '@kith/ports';

/** What enrichment shares with the rest of the edge. */
export interface EnrichmentFoundation extends Process {
  readonly configuration: Live<Configuration>;
  readonly expressions: Expressions;
}

/** Opens what the steps of enrichment know from. */
export const composeEnrichment = async (
  foundation: EnrichmentFoundation,
): Promise<Pick<InfoIngestDeps, 'enrichment' | 'bots'>> => {
  const { configuration, expressions, logger, lifecycle } = foundation;
  const following = { ...foundation, clock: Date.now };
  const geo = await openGeoSource(following);
  lifecycle.onClose('files of places', geo.close);
  const tables = await openTableSource(following);
  lifecycle.onClose('tables', tables.close);
  const outgoing = openOutgoingHttp({
    hosts: configuration.map(externalHosts),
    maxAnswerBytes: MAX_ANSWER_BYTES,
  });
  lifecycle.onClose('calls of enrichment', outgoing.close);
  const enrichment = {
    userAgent: createUserAgentSource(),
    geo: geo.source,
    table: tables.source,
    http: createHttpSource({ configuration, http: outgoing.http, expressions, logger, steadyClock }),
  };
  return { enrichment, bots: createBotDetection() };
};
