import type { EpochMs } from '../epoch.ts';
import type { Umdid, Umid } from '../identity/ids.ts';
import type { EventId, EventType, TrackedEvent } from './event.ts';
import { orderingTime } from './time.ts';

type Members = Readonly<Record<string, unknown>>;

/** Whom the events of a request belong to, and when it came. */
export interface EventOrigin {
  readonly umdid: Umdid;
  readonly umid: Umid;
  readonly bindingVersion: number;
  readonly pipeline: string;
  readonly receivedAt: EpochMs;
}

/** What a data element says happened: its actions, its page view, and the rest of the caller's data layer as it came. */
export interface Happening {
  readonly type: EventType;
  readonly properties: Members;
  /** The client's time as it was sent, in seconds or milliseconds. */
  readonly timestamp: number | undefined;
}

/** Splits an element of `data` into what happened (specification, B request payload). */
export const happeningsOf = (element: Members): readonly Happening[] => {
  const {
    id: _id,
    notification: _notification,
    permission: _permission,
    action,
    page,
    ...dataLayer
  } = element;
  const actions = (action ?? []) as readonly Members[];
  return [
    ...(page === undefined ? [] : [happening('page', page as Members)]),
    ...actions.map((members) => happening('action', members)),
    ...(Object.keys(dataLayer).length === 0 ? [] : [happening('dataLayer', dataLayer)]),
  ];
};

const happening = (type: EventType, members: Members): Happening => {
  if (type === 'dataLayer') return { type, properties: members, timestamp: undefined };
  const { timestamp, ...properties } = members;
  return { type, properties, timestamp: timestamp as number | undefined };
};

/** The event of something that happened. */
export const eventOf = (
  origin: EventOrigin,
  id: EventId,
  { type, properties, timestamp }: Happening,
): TrackedEvent => ({
  id,
  type,
  ...origin,
  ...orderingTime(timestamp, origin.receivedAt),
  properties,
});
