import { setImmediate } from 'node:timers/promises';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { TrackedEvent } from '@kith/domain/tracking';
import type { EventPlace, EventSelection, Scope } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { accountKey, backwards, type KeyRange, type StoreKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** So many that nobody who waits meanwhile notices. */
const EVENTS_PER_STEP = 1_000;

/** The events of a selection: what reads events reads them here. */
export const readEvents = async (
  environment: Environment,
  store: StoreCollections,
  scope: Scope,
  selection: EventSelection,
): Promise<readonly TrackedEvent[]> => {
  const found: TrackedEvent[] = [];
  const stored = { environment, store };
  for (const umid of selection.umids) found.push(...(await eventsOfUmid(stored, scope, umid, selection)));
  return found.toSorted(newestFirst).slice(0, selection.limit);
};

const newestFirst = (a: TrackedEvent, b: TrackedEvent): number => b.time - a.time || (a.id < b.id ? 1 : -1);

interface StoredEvents {
  readonly environment: Environment;
  readonly store: StoreCollections;
}

const eventsOfUmid = async (
  { environment, store }: StoredEvents,
  { account, deadline }: Scope,
  umid: Umid,
  selection: EventSelection,
): Promise<readonly TrackedEvent[]> => {
  const { limit } = selection;
  const step = isFiltered(selection) ? EVENTS_PER_STEP : Math.min(EVENTS_PER_STEP, limit);
  const found: TrackedEvent[] = [];
  let after = selection.after;
  for (;;) {
    const events = await environment.read(deadline, () =>
      someEvents(store, rangeOf(account, umid, { ...selection, after }), after, step),
    );
    found.push(...events.filter((event) => isWanted(selection, event)));
    const last = events.at(-1);
    if (last === undefined || events.length < step || found.length >= limit) return found.slice(0, limit);
    after = { time: last.time, id: last.id };
    await setImmediate();
  }
};

const isFiltered = ({ types, receivedFrom }: EventSelection): boolean =>
  types !== undefined || receivedFrom !== undefined;

const isWanted = ({ types, receivedFrom = -Infinity }: EventSelection, event: TrackedEvent): boolean =>
  (types?.includes(event.type) ?? true) && event.receivedAt >= receivedFrom;

/** The range begins with the event that it is to be behind, where that is stored under this umid. */
export const someEvents = (
  store: StoreCollections,
  range: KeyRange,
  after: EventPlace | undefined,
  limit: number,
): readonly TrackedEvent[] =>
  store.events
    .values({ ...range, limit: limit + 1 })
    .filter(({ id }) => id !== after?.id)
    .slice(0, limit);

const rangeOf = (
  account: AccountName,
  umid: Umid,
  { from, to, after }: Pick<EventSelection, 'from' | 'to'> & { readonly after: EventPlace | undefined },
): KeyRange => {
  const all = backwards(account, umid);
  const isAfter = after !== undefined && (to === undefined || after.time < to);
  const start = isAfter ? accountKey(account, umid, after.time, after.id) : before(account, umid, to);
  return { ...all, start: start ?? all.start, end: before(account, umid, from) ?? all.end };
};

/** A key ahead of every event of that time. */
const before = (account: AccountName, umid: Umid, time: number | undefined): StoreKey | null =>
  time === undefined ? null : [account, umid, time, false];
