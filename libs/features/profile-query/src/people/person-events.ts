import { parseUmid, type Profile } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { EventType, TrackedEvent } from '@kith/domain/tracking';
import type { EventPlace } from '@kith/ports';
import { checkSpan } from '../pages/check-span.ts';
import { connectionOf, type Connection, type PageArguments } from '../pages/connection.ts';
import { cursorOf, readCursor, wrongCursor } from '../pages/cursor.ts';
import { EVENTS, pageSize } from '../pages/page-size.ts';
import type { QueryContext } from './query-context.ts';

export interface EventsArguments extends PageArguments {
  readonly type?: readonly EventType[] | null;
  /** Epoch milliseconds. */
  readonly from?: number | null;
  readonly to?: number | null;
}

const LIST = 'events';

/** A page of the events of a person, newest first, over all umids that merges brought to it. */
export const personEvents = async (
  profile: Profile,
  args: EventsArguments,
  { loaders, rules, now }: QueryContext,
): Promise<Connection<TrackedEvent>> => {
  const size = pageSize(EVENTS, args.first);
  const { type, from, to, after } = args;
  checkSpan(from, to);
  const events = await loaders.events({
    umids: umidsOfPerson(profile),
    limit: size + 1,
    receivedFrom: now - rules.retention.eventsMs,
    ...(type === null || type === undefined ? {} : { types: [...new Set(type)] }),
    ...(from === null || from === undefined ? {} : { from }),
    ...(to === null || to === undefined ? {} : { to }),
    ...(after === null || after === undefined ? {} : { after: placeIn(after) }),
  });
  return connectionOf(events, size, args, {
    cursor: ({ time, id }) => cursorOf(LIST, time, id),
    node: (event) => event,
  });
};

const placeIn = (cursor: string): EventPlace => {
  const [time, id] = readCursor(LIST, cursor);
  if (!Number.isSafeInteger(time) || typeof id !== 'string' || parseUmid(id) !== id) throw wrongCursor();
  return { time: Number(time), id };
};
