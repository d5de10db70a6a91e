import type { EpochMs } from '../epoch.ts';
import type { Umdid, Umid } from '../identity/model/ids.ts';
import type { DataLayerPresetName } from '../pipeline/pipeline-rules.ts';
import { type EventContent, isMembers, type Members, translateElement } from './data-layer/index.ts';
import type { EventId, TrackedEvent } from './events/event.ts';

/** The moment that orders something, and the client's own time where that is another. */
export interface OrderingTime {
  readonly time: EpochMs;
  readonly clientTime: EpochMs | null;
}

/** The most events that the data layers of one request come to; what is beyond is kept as it came. */
export const MAX_FROM_DATA_LAYERS = 256;

/** Whom the events of a request belong to, and when it came. */
export interface EventOrigin {
  readonly umdid: Umdid;
  readonly umid: Umid;
  readonly bindingVersion: number;
  readonly pipeline: string;
  readonly receivedAt: EpochMs;
}

/** What made an event of an element: the caller itself, or a preset or mapping by its name; `none` knew the rest. */
export type Maker = 'caller' | `preset:${string}` | `mapping:${string}` | 'none';

/** What a data element says happened: its actions, its page view, and what its data layers tell. */
export interface ElementEvent extends EventContent {
  readonly by: Maker;
  /** Which of the element's events it is: no two have the same, and a retry has it again. Its id derives from it. */
  readonly part: string;
}

/** How the data layers of an element are read. */
export interface DataLayerOptions {
  readonly presets: readonly DataLayerPresetName[];
  /** How many events they may still come to. */
  readonly room: number;
}

/** The members of an element that are no data layer (docs/behaviour.md#elements-of-data). */
const split = (element: Members) => {
  const {
    id: _id,
    notification: _notification,
    permission: _permission,
    action,
    page,
    ...dataLayer
  } = element;
  return { actions: (action ?? []) as readonly Members[], page: page as Members | undefined, dataLayer };
};

/** Whether an element has more than the specification's members: a data layer of the caller's. */
export const hasDataLayer = (element: Members): boolean => Object.keys(split(element).dataLayer).length > 0;

/** Splits an element of `data` into what happened; what nobody knows is kept as one event. */
export const eventsOfElement = (element: Members, reading: DataLayerOptions): readonly ElementEvent[] => {
  const { actions, page, dataLayer } = split(element);
  if (reading.presets.length === 0) return [...ofCaller(page, actions), ...kept(dataLayer)];
  if (Object.keys(dataLayer).length === 0 && !isMembers(page?.['pageInfo'])) return ofCaller(page, actions);
  const offered = page === undefined ? dataLayer : { ...dataLayer, page };
  const { found, rest } = translateElement(offered, reading.presets, reading.room);
  const { page: ownPage, ...unknown } = rest;
  return [
    ...ofCaller(ownPage as Members | undefined, actions),
    ...found.map((one, index) => ({ ...one, ...made(`preset:${one.preset}`, index) })),
    ...kept(unknown),
  ];
};

/** An element whose data layer an own mapping has turned into something: nothing else of the data layer is kept. */
export const eventsByMapping = (
  element: Members,
  mapping: string,
  contents: readonly EventContent[],
): readonly ElementEvent[] => {
  const { actions, page } = split(element);
  return [
    ...ofCaller(page, actions),
    ...contents.map((one, index) => ({ ...one, ...made(`mapping:${mapping}`, index) })),
  ];
};

/**
 * An element whose data layer an own mapping should have turned into something and could not: it is kept as it came.
 */
export const eventsUnmapped = (element: Members): readonly ElementEvent[] =>
  eventsOfElement(element, { presets: [], room: 0 });

const made = (by: Maker, index: number) => ({ by, part: `${by}:${index}` });

const ofCaller = (page: Members | undefined, actions: readonly Members[]): readonly ElementEvent[] => {
  const all: ElementEvent[] = page === undefined ? [] : [byCaller('page', page, 0)];
  for (const action of actions) all.push(byCaller('action', action, all.length));
  return all;
};

const byCaller = (
  type: 'page' | 'action',
  { timestamp, ...properties }: Members,
  ordinal: number,
): ElementEvent => ({
  type,
  properties,
  timestamp: timestamp as number | undefined,
  by: 'caller',
  part: String(ordinal),
});

const kept = (dataLayer: Members): readonly ElementEvent[] =>
  Object.keys(dataLayer).length === 0
    ? []
    : [{ type: 'dataLayer', properties: dataLayer, timestamp: undefined, by: 'none', part: 'none' }];

/** The event of something that happened. */
export const eventOf = (
  origin: EventOrigin,
  id: EventId,
  { type, properties, timestamp }: EventContent,
): TrackedEvent => ({
  id,
  type,
  ...origin,
  ...orderingTime(timestamp, origin.receivedAt),
  properties,
});

const LATEST = 253_402_300_799_999;

// The years 1 to 9999, beyond which ISO 8601 has no common spelling: a client's clock may say anything.
const EARLIEST = -62_135_596_800_000;

/** Numbers below this are epoch seconds, others epoch milliseconds (docs/behaviour.md#times). */
const SECONDS_BELOW = 1e11;

const DAY = 24 * 3_600_000;

/** A time of a request: seconds or milliseconds; more than a day in the future, the receive time orders instead. */
export const orderingTime = (given: number | undefined, receivedAt: EpochMs): OrderingTime => {
  if (given === undefined) return { time: receivedAt, clientTime: null };
  const time = Math.min(LATEST, Math.max(EARLIEST, Math.trunc(given < SECONDS_BELOW ? given * 1000 : given)));
  return time > receivedAt + DAY ? { time: receivedAt, clientTime: time } : { time, clientTime: null };
};
