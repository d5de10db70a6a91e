import type { DataElement } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import {
  happeningsByMapping,
  happeningsOf,
  happeningsUnmapped,
  MOST_FROM_DATA_LAYERS,
} from '@kith/domain/tracking';
import type { Happening } from '@kith/domain/tracking';
import type { InfoRequest } from './info-request.ts';
import type { Mapped } from './map-data-layers.ts';

/**
 * What the elements of a request say happened. Own mappings come before presets; what neither knows, what a mapping
 * failed at and what is beyond the number of events that data layers may come to is kept as it came.
 */
export const requestHappenings = (
  { data, pipeline }: Pick<InfoRequest, 'data' | 'pipeline'>,
  mapped: ReadonlyMap<number, Mapped>,
): readonly (readonly Happening[])[] => {
  let room = MOST_FROM_DATA_LAYERS;
  return data.map((element, index) => {
    const happenings = elementHappenings(element, pipeline, mapped.get(index), room);
    room -= happenings.filter(isTranslated).length;
    return happenings;
  });
};

const elementHappenings = (
  element: DataElement,
  pipeline: PipelineRules,
  mapped: Mapped | undefined,
  room: number,
): readonly Happening[] => {
  switch (mapped?.kind) {
    case undefined:
    case 'nothing':
      return happeningsOf(element, { presets: pipeline.dataLayer, room });
    case 'kept':
      return happeningsUnmapped(element);
    case 'made':
      return mapped.happened.length > room
        ? happeningsUnmapped(element)
        : happeningsByMapping(element, mapped.mapping, mapped.happened);
  }
};

const isTranslated = ({ by }: Happening): boolean => by !== 'caller' && by !== 'none';
