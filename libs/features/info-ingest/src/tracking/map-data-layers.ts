import { structureFault, type DataElement } from '@kith/contracts';
import {
  contentsByMapping,
  eventsByMapping,
  eventsOfElement,
  eventsUnmapped,
  hasDataLayer,
  MAX_FROM_DATA_LAYERS,
  type EventContent,
  type ElementEvent,
} from '@kith/domain/tracking';
import type { DataLayerMapping, MappingFailure, MappingOutcome, Scope } from '@kith/ports';
import type { InfoRequest } from '../reading/info-request.ts';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import type { PipelineRules } from '@kith/domain/pipeline';

/** The most elements of one request whose data layers own mappings are asked about. */
export const MAX_MAPPED_ELEMENTS = 64;

/** Why an element that own mappings should have been asked about is kept as it came. */
export type Unmapped = MappingFailure | 'unfit' | 'tooMany';

/** What own mappings say about an element: what happened, that they do not know it, or why it must be kept as it came. */
export type MappedElement =
  | { readonly kind: 'made'; readonly mapping: string; readonly contents: readonly EventContent[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kept'; readonly why: Unmapped };

export interface MappingDeps {
  readonly mapping: DataLayerMapping;
  readonly metrics: Pick<IngestMetrics, 'mapped'>;
}

const TOO_MANY: MappedElement = { kind: 'kept', why: 'tooMany' };

/** What the pipeline's own mappings say about the elements of a request, by their place; nothing of those without a data layer. */
export const mapDataLayers = async (
  deps: MappingDeps,
  scope: Scope,
  request: InfoRequest,
): Promise<ReadonlyMap<number, MappedElement>> => {
  const places = request.data.flatMap((element, index) => (hasDataLayer(element) ? [index] : []));
  const all = await Promise.all(
    places.map(async (place, rank): Promise<[number, MappedElement]> => {
      const mapped =
        rank < MAX_MAPPED_ELEMENTS ? await mapElement(deps.mapping, scope, request, place) : TOO_MANY;
      deps.metrics.mapped(request.pipeline.name, mapped.kind === 'kept' ? mapped.why : mapped.kind);
      return [place, mapped];
    }),
  );
  return new Map(all);
};

const mapElement = async (
  mapping: DataLayerMapping,
  { deadline }: Scope,
  { pipeline, data, receivedAt }: InfoRequest,
  place: number,
): Promise<MappedElement> => {
  const question = {
    pipeline: pipeline.name,
    mappings: pipeline.mappings,
    element: data[place] ?? {},
    receivedAt,
  };
  return readOutcome(await mapping.map(deadline, question));
};

/** What a mapping makes is held to what a caller is held to: no deeper, and no member that would be a prototype. */
const readOutcome = (outcome: MappingOutcome): MappedElement => {
  switch (outcome.kind) {
    case 'nothing':
      return outcome;
    case 'failed':
      return { kind: 'kept', why: outcome.why };
    case 'made': {
      const { mapping, output } = outcome;
      const contents = structureFault(output) === null ? contentsByMapping(output) : null;
      if (contents === null) return { kind: 'kept', why: 'unfit' };
      return contents.length === 0 ? { kind: 'nothing' } : { kind: 'made', mapping, contents };
    }
  }
};

/**
 * What the elements of a request say happened. Own mappings come before presets; what neither knows, what a mapping
 * failed at and what is beyond the number of events that data layers may come to is kept as it came.
 */
export const eventsOfElements = (
  { data, pipeline }: Pick<InfoRequest, 'data' | 'pipeline'>,
  mapped: ReadonlyMap<number, MappedElement>,
): readonly (readonly ElementEvent[])[] => {
  let room = MAX_FROM_DATA_LAYERS;
  return data.map((element, index) => {
    const events = eventsOfOne(element, pipeline, mapped.get(index), room);
    room -= events.filter(isTranslated).length;
    return events;
  });
};

const eventsOfOne = (
  element: DataElement,
  pipeline: PipelineRules,
  mapped: MappedElement | undefined,
  room: number,
): readonly ElementEvent[] => {
  switch (mapped?.kind) {
    case undefined:
    case 'nothing':
      return eventsOfElement(element, { presets: pipeline.dataLayer, room });
    case 'kept':
      return eventsUnmapped(element);
    case 'made':
      return mapped.contents.length > room
        ? eventsUnmapped(element)
        : eventsByMapping(element, mapped.mapping, mapped.contents);
  }
};

const isTranslated = ({ by }: ElementEvent): boolean => by !== 'caller' && by !== 'none';
