import { laneOf, type FailedParcel, type Given, type WaitingParcel } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type {
  DeliveryStore,
  DeliveryTaking,
  DestinationState,
  LaneProgress,
  Parking,
  Scope,
} from '@kith/ports';

/** Everything of one destination. */
interface Deliveries {
  state: DestinationState | null;
  readonly hold: { holder: string; until: number };
  readonly positions: Map<string, number>;
  readonly takenBefore: Map<string, number>;
  readonly lanes: Map<string, { dueAt: number; readonly parcels: Map<string, WaitingParcel> }>;
  readonly failed: Map<string, FailedParcel>;
  readonly given: Map<Umid, Given>;
}

const nothing = (): Deliveries => ({
  state: null,
  hold: { holder: '', until: 0 },
  positions: new Map(),
  takenBefore: new Map(),
  lanes: new Map(),
  failed: new Map(),
  given: new Map(),
});

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** A store of deliveries in memory that keeps the contract: for tests that make it answer when they want. */
export const createMemoryDeliveryStore = (clock: () => number): DeliveryStore => {
  const all = new Map<string, Deliveries>();
  const of = ({ account }: Scope, destination: string): Deliveries => {
    const key = JSON.stringify([account, destination]);
    const found = all.get(key) ?? nothing();
    all.set(key, found);
    return found;
  };
  const open = (one: Deliveries, first: Pick<DestinationState, 'isPaused' | 'since'>): DestinationState =>
    (one.state ??= { ...first, owedSince: first.since, round: 1, takenAt: {}, reviewed: null });
  return {
    hold: async (scope, destination, holder, forMs) => {
      const { hold } = of(scope, destination);
      if (hold.holder !== holder && hold.until > clock()) return false;
      Object.assign(hold, { holder, until: clock() + forMs });
      return true;
    },
    release: async (scope, destination, holder) => {
      const { hold } = of(scope, destination);
      if (hold.holder === holder) Object.assign(hold, { holder: '', until: 0 });
    },
    open: async (scope, destination, first) => open(of(scope, destination), first),
    state: async (scope, destination) => of(scope, destination).state,
    setPaused: async (scope, destination, isPaused, since) => {
      const one = of(scope, destination);
      one.state = { ...open(one, { isPaused, since }), isPaused };
    },
    beginAgain: async (scope, destination, since) => {
      const one = of(scope, destination);
      const known = open(one, { isPaused: false, since });
      const owedSince = Math.min(known.owedSince, since);
      one.state = { ...known, since, owedSince, round: known.round + 1, takenAt: {} };
      for (const [key, position] of one.positions) {
        one.takenBefore.set(key, Math.max(position, one.takenBefore.get(key) ?? 0));
      }
      one.positions.clear();
    },
    counts: async (scope, destination) => {
      const { lanes, failed } = of(scope, destination);
      return { waiting: sum([...lanes.values()].map(({ parcels }) => parcels.size)), failed: failed.size };
    },
    waiting: async (scope, destination, limit) => {
      const one = of(scope, destination);
      return dueLanes(one, Infinity, limit).flatMap(({ lane }) => parcelsOf(one, lane).slice(0, 1));
    },
    failed: async (scope, destination, { after, limit }) =>
      failedInOrder(of(scope, destination))
        .filter((parcel) => after === undefined || compareFailed(parcel, after) > 0)
        .slice(0, limit),
    replayFailed: async (scope, destination, { ids, limit, dueAt }) => {
      const one = of(scope, destination);
      const parcels = failedInOrder(one).filter(({ id }) => ids?.includes(id) ?? true);
      for (const { failedAt: _, ...parcel } of parcels.slice(0, limit)) {
        one.failed.delete(parcel.id);
        park(one, { parcel: { ...parcel, parkedAt: clock(), tries: 0 }, dueAt }, clock());
      }
      return Math.min(limit, parcels.length);
    },
    noteReviewed: async (scope, destination, reviewed) => {
      const one = of(scope, destination);
      if (one.state !== null) one.state = { ...one.state, reviewed };
    },
    reached: async (scope, destination, topic, partition) => {
      const { positions, takenBefore } = of(scope, destination);
      const key = `${topic}:${partition}`;
      return { position: positions.get(key) ?? 0, takenBefore: takenBefore.get(key) ?? 0 };
    },
    look: async (scope, destination, umids) => {
      const { lanes, given } = of(scope, destination);
      const notes = umids.flatMap((umid) => given.get(umid) ?? []);
      return {
        waiting: new Set(umids.map(laneOf).filter((lane) => lanes.has(lane))),
        given: new Map(notes.map((note) => [note.umid, note])),
      };
    },
    noteGiven: async (scope, destination, given) => {
      for (const note of given) of(scope, destination).given.set(note.umid, note);
    },
    forgetGiven: async (scope, destination, { umid, since }) => {
      const { given } = of(scope, destination);
      if (given.get(umid)?.since === since) given.delete(umid);
    },
    givenPage: async (scope, destination, after, limit) =>
      [...of(scope, destination).given.values()]
        .toSorted((a, b) => byText(a.umid, b.umid))
        .filter(({ umid }) => after === null || umid > after)
        .slice(0, limit),
    notedDestinations: async ({ account }) =>
      [...all]
        .filter(([key, { given }]) => given.size > 0 && keyParts(key)[0] === account)
        .map(([key]) => keyParts(key)[1]),
    countGiven: async (scope, destination, most) => Math.min(most, of(scope, destination).given.size),
    take: async (scope, destination, taking) => take(of(scope, destination), taking, clock()),
    due: async (scope, destination, by, limit) => dueLanes(of(scope, destination), by, limit),
    lane: async (scope, destination, lane, limit) => parcelsOf(of(scope, destination), lane).slice(0, limit),
    proceed: async (scope, destination, progress) => proceed(of(scope, destination), progress),
    removeFailedBefore: async (scope, destination, failedBefore, limit) => {
      const one = of(scope, destination);
      const old = failedInOrder(one).filter(({ failedAt }) => failedAt < failedBefore);
      for (const { id } of old.slice(0, limit)) one.failed.delete(id);
      return Math.min(limit, old.length);
    },
  };
};

const keyParts = (key: string): [string, string] => JSON.parse(key) as [string, string];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const dueLanes = ({ lanes }: Deliveries, by: number, limit: number) =>
  Array.from(lanes, ([lane, { dueAt }]) => ({ lane, dueAt }))
    .filter(({ dueAt }) => dueAt <= by)
    .toSorted((a, b) => a.dueAt - b.dueAt || byText(a.lane, b.lane))
    .slice(0, limit);

const parcelsOf = ({ lanes }: Deliveries, lane: string): readonly WaitingParcel[] =>
  [...(lanes.get(lane)?.parcels.values() ?? [])].toSorted((a, b) => byText(a.place, b.place));

const compareFailed = (
  a: Pick<FailedParcel, 'failedAt' | 'id'>,
  b: Pick<FailedParcel, 'failedAt' | 'id'>,
): number => a.failedAt - b.failedAt || byText(a.id, b.id);

const failedInOrder = ({ failed }: Deliveries): readonly FailedParcel[] =>
  [...failed.values()].toSorted(compareFailed);

const park = ({ lanes }: Deliveries, { parcel, dueAt }: Parking, now: number): void => {
  const lane = lanes.get(parcel.lane) ?? { dueAt: dueAt ?? now, parcels: new Map<string, WaitingParcel>() };
  lane.dueAt = Math.min(lane.dueAt, dueAt ?? Infinity);
  lane.parcels.set(parcel.place, parcel);
  lanes.set(parcel.lane, lane);
};

const take = (one: Deliveries, taking: DeliveryTaking, now: number): 'taken' | 'fenced' => {
  const key = `${taking.topic}:${taking.partition}`;
  if (one.state?.round !== taking.round || (one.positions.get(key) ?? 0) !== taking.from) return 'fenced';
  one.positions.set(key, taking.to);
  const { takenAt, topic } = taking;
  if (takenAt !== null) one.state = { ...one.state, takenAt: { ...one.state.takenAt, [topic]: takenAt } };
  for (const parking of taking.parked) park(one, parking, now);
  for (const parcel of taking.failed) one.failed.set(parcel.id, parcel);
  return 'taken';
};

const proceed = (one: Deliveries, { lane: name, gone, failed, tried, dueAt }: LaneProgress): void => {
  const lane = one.lanes.get(name);
  for (const place of gone) lane?.parcels.delete(place);
  for (const parcel of failed) one.failed.set(parcel.id, parcel);
  if (lane === undefined) return;
  if (tried !== null && lane.parcels.has(tried.place)) lane.parcels.set(tried.place, tried);
  lane.dueAt = dueAt;
  if (lane.parcels.size === 0) one.lanes.delete(name);
};
