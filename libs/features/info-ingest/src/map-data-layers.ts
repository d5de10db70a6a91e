import { structureFault } from '@kith/contracts';
import { happenedByMapping, hasDataLayer } from '@kith/domain/tracking';
import type { Happened } from '@kith/domain/tracking';
import type { DataLayerMapping, MappingFailure, MappingOutcome, Scope } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';

/** The most elements of one request whose data layers own mappings are asked about. */
export const MOST_MAPPED = 64;

/** Why an element that own mappings should have been asked about is kept as it came. */
export type Unmapped = MappingFailure | 'unfit' | 'tooMany';

/** What own mappings say about an element: what happened, that they do not know it, or why it must be kept as it came. */
export type Mapped =
  | { readonly kind: 'made'; readonly mapping: string; readonly happened: readonly Happened[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kept'; readonly why: Unmapped };

/** What asking own mappings takes. */
export interface OwnMappings {
  readonly mapping: DataLayerMapping;
  readonly metrics: Pick<IngestMetrics, 'mapped'>;
}

/** What the pipeline's own mappings say about the elements of a request, by their place; nothing of those without a data layer. */
export const mapDataLayers = async (
  deps: OwnMappings,
  scope: Scope,
  request: InfoRequest,
): Promise<ReadonlyMap<number, Mapped>> => {
  const places = request.data.flatMap((element, index) => (hasDataLayer(element) ? [index] : []));
  const all = await Promise.all(
    places.map(async (place, rank): Promise<[number, Mapped]> => {
      const mapped = rank < MOST_MAPPED ? await mapElement(deps.mapping, scope, request, place) : TOO_MANY;
      deps.metrics.mapped(request.pipeline.name, mapped.kind === 'kept' ? mapped.why : mapped.kind);
      return [place, mapped];
    }),
  );
  return new Map(all);
};

const TOO_MANY: Mapped = { kind: 'kept', why: 'tooMany' };

const mapElement = async (
  mapping: DataLayerMapping,
  { deadline }: Scope,
  { pipeline, data, receivedAt }: InfoRequest,
  place: number,
): Promise<Mapped> => {
  const question = {
    pipeline: pipeline.name,
    mappings: pipeline.mappings,
    element: data[place] ?? {},
    receivedAt,
  };
  return readOutcome(await mapping.map(deadline, question));
};

/** What a mapping makes is held to what a caller is held to: no deeper, and no member that would be a prototype. */
const readOutcome = (outcome: MappingOutcome): Mapped => {
  switch (outcome.kind) {
    case 'nothing':
      return outcome;
    case 'failed':
      return { kind: 'kept', why: outcome.why };
    case 'made': {
      const { mapping, output } = outcome;
      const happened = structureFault(output) === null ? happenedByMapping(output) : null;
      if (happened === null) return { kind: 'kept', why: 'unfit' };
      return happened.length === 0 ? { kind: 'nothing' } : { kind: 'made', mapping, happened };
    }
  }
};
