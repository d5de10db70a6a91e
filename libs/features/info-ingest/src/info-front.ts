import type { PipelineRules } from '@kith/domain/pipeline';
import { deadlineIn, forbidden, notFound } from '@kith/platform';
import type { Exchange, Front } from '@kith/platform';
import { allowOrigin, answerPreflight } from './cors.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { isCrossSite } from './own-site.ts';
import { pipelineEntries } from './pipeline-entry.ts';
import type { PipelineEntry } from './pipeline-entry.ts';
import { readInfoRequest } from './read-info-request.ts';
import { recogniseVisitor } from './recognise-visitor.ts';
import type { Recognising } from './recognise-visitor.ts';
import { trackEvents } from './track-events.ts';
import type { Tracking } from './track-events.ts';
import { writeAnswer } from './write-answer.ts';

/** What the edge is made of. */
export interface InfoIngestParts extends Recognising, Tracking {
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  readonly limits: { readonly bodyBytes: number; readonly deadlineMs: number };
  readonly metrics: IngestMetrics;
}

const INFO_PATH = /^\/op\/([^/]+)\/info$/;

/** Interface B: `GET|POST /op/{pipeline}/info`, answered in front of Express (docs/decisions/0006-front-routes.md). */
export const createInfoFront = (parts: InfoIngestParts): Front => {
  const entries = pipelineEntries(parts.pipelines);
  return {
    prefix: '/op/',
    handle: async (exchange) => {
      exchange.response.setHeader('cache-control', 'no-store');
      const entry = entries.get(INFO_PATH.exec(exchange.path)?.[1] ?? '');
      if (entry === undefined) throw notFound();
      switch (exchange.request.method ?? '') {
        case 'OPTIONS':
          return answerPreflight(exchange, entry.rules);
        case 'GET':
        case 'POST':
          return answerInfo(parts, exchange, entry);
        default:
          throw notFound();
      }
    },
  };
};

/** One visit: check, recognise, track, answer. */
const answerInfo = async (
  parts: InfoIngestParts,
  exchange: Exchange,
  entry: PipelineEntry,
): Promise<void> => {
  const pipeline = entry.rules;
  allowOrigin(exchange, pipeline);
  if (isCrossSite(pipeline, exchange.request.headers)) throw forbidden('the request comes from another site');
  const request = await readInfoRequest(exchange, entry, parts.limits.bodyBytes, parts.metrics);
  // Counted from here: a visitor on a slow line must not use up the time of our stores.
  const scope = { account: pipeline.account.name, deadline: deadlineIn(parts.limits.deadlineMs) };
  const visitor = await recogniseVisitor(parts, scope, request);
  await trackEvents(parts, scope, request, visitor);
  writeAnswer(exchange, request, visitor);
};
