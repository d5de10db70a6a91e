import type { FailedParcel, WaitingParcel } from '@kith/domain/destinations';
import { forEachConcurrently, startWakeableLoop, type WakeableLoop } from '@kith/platform';
import type { DueLane } from '@kith/ports';
import { retryPause } from '../sending/retry-policy.ts';
import type { Subscribing } from '../taking/delivery-subscriber.ts';
import { asLaidAside, deliver, endNotes } from './attempt.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { PROFILES_AT_ONCE } from '../taking/take-part.ts';

const LANES_PER_LOOK = 64;
const PARCELS_PER_LOOK = 20;
/** A lane that somebody else made due, as a replay does, is noticed after that. */
const LONGEST_REST_MS = 1_000;
const REST_AFTER_FAULT_MS = 2_000;

/** Tries again what waits, whenever it is due; the first of a lane, and when it is through those behind it. */
export const startWaitingRunner = (parts: Running): WakeableLoop =>
  startWakeableLoop({
    turn: () => runOnce(parts),
    onFailure: (error) => {
      if (!parts.stopping.aborted) {
        parts.logger.warn(
          { error },
          'parcels wait: a store does not answer, or the destination is held by another',
        );
      }
      return REST_AFTER_FAULT_MS;
    },
  });

export type Running = Omit<Subscribing, 'wake' | 'lost'>;

/** How long to rest before the next look, in milliseconds. */
export const runOnce = async (parts: Running): Promise<number> => {
  const { breaker, clock } = parts;
  if (breaker.isOpen()) return probe(parts);
  const lanes = await dueLanes(parts, clock(), LANES_PER_LOOK);
  // Where the breaker opens with the first of them, the others wait for a probe.
  await forEachConcurrently(lanes, PROFILES_AT_ONCE, async (lane) => {
    if (!breaker.isOpen()) await runLane(parts, lane);
  });
  return lanes.length === LANES_PER_LOOK ? 0 : restUntilDue(parts);
};

const dueLanes = (parts: Tending, by: number, limit: number): Promise<readonly DueLane[]> =>
  parts.deliveries.due(scopeOf(parts), parts.rules.name, by, limit);

const restUntilDue = async (parts: Running): Promise<number> => {
  const [next] = await dueLanes(parts, Number.MAX_SAFE_INTEGER, 1);
  const restMs = next === undefined ? LONGEST_REST_MS : next.dueAt - parts.clock();
  return Math.max(0, Math.min(LONGEST_REST_MS, restMs));
};

/** While nobody gets anything through, one tries: the lane that is due first, which another one is after each failure. */
const probe = async (parts: Running): Promise<number> => {
  const { breaker } = parts;
  if (breaker.probeInMs() > 0) return Math.min(LONGEST_REST_MS, breaker.probeInMs());
  const [first] = await dueLanes(parts, Number.MAX_SAFE_INTEGER, 1);
  if (first === undefined) breaker.reset();
  else await runLane(parts, first);
  if (breaker.isOpen()) await layAsideOverdue(parts);
  return 0;
};

/** The first of the lanes have been waited for long enough, although nobody could try them. */
const layAsideOverdue = async (parts: Running): Promise<void> => {
  const first = await parts.deliveries.waiting(scopeOf(parts), parts.rules.name, LANES_PER_LOOK);
  for (const parcel of first.filter((one) => isOverdue(parts, one))) {
    const failed = await laidAside(parts, { ...parcel, why: parts.breaker.why() });
    await proceed(parts, parcel.lane, {
      gone: [parcel.place],
      failed: [failed],
      tried: null,
      dueAt: parts.clock(),
    });
  }
};

const isOverdue = ({ clock, retryPolicy }: Tending, { occurrence, parkedAt }: WaitingParcel): boolean =>
  clock() - parkedAt >= (occurrence.kind === 'removal' ? retryPolicy.removalMs : retryPolicy.parcelMs);

const laidAside = async (parts: Tending, parcel: WaitingParcel): Promise<FailedParcel> => ({
  ...parcel,
  occurrence: await asLaidAside(parts, parcel.occurrence),
  failedAt: parts.clock(),
});

/** What came of some parcels of a lane. */
interface Progress {
  gone: string[];
  failed: FailedParcel[];
  tried: WaitingParcel | null;
  dueAt: number;
}

const runLane = async (parts: Running, { lane }: DueLane): Promise<void> => {
  for (;;) {
    const parcels = await parts.deliveries.lane(scopeOf(parts), parts.rules.name, lane, PARCELS_PER_LOOK);
    const progress: Progress = { gone: [], failed: [], tried: null, dueAt: parts.clock() };
    for (const parcel of parcels) {
      if (parts.stopping.aborted) break;
      await runParcel(parts, parcel, progress);
      if (progress.tried !== null) break;
    }
    await proceed(parts, lane, progress);
    if (progress.tried !== null || parcels.length < PARCELS_PER_LOOK || parts.stopping.aborted) return;
  }
};

const runParcel = async (parts: Running, parcel: WaitingParcel, progress: Progress): Promise<void> => {
  const tried = await deliver(parts, parcel.occurrence);
  if (tried.kind === 'delivered' || tried.kind === 'dropped') {
    progress.gone.push(parcel.place);
    return;
  }
  const after = { ...parcel, tries: parcel.tries + 1, why: tried.why };
  if (tried.kind === 'refused' || (isOverdue(parts, parcel) && !parts.stopping.aborted)) {
    progress.failed.push(await laidAside(parts, after));
    progress.gone.push(parcel.place);
    return;
  }
  progress.tried = after;
  // While the breaker is open that says nothing of the parcel: once it is closed it is due soon, behind the others.
  const failures = parts.breaker.isOpen() ? 1 : after.tries;
  progress.dueAt = parts.clock() + retryPause(failures, parts.retryPolicy, parts.random(), tried.afterMs);
};

const proceed = async (parts: Running, lane: string, progress: Progress): Promise<void> => {
  const { deliveries, rules, held, metrics } = parts;
  await deliveries.proceed(scopeOf(parts), rules.name, { lane, ...progress });
  await endNotes(
    parts,
    progress.failed.map(({ occurrence }) => occurrence),
  );
  held.waiting -= progress.gone.length;
  held.failed += progress.failed.length;
  metrics.holds(held);
  if (progress.failed.length > 0) metrics.laidAside(progress.failed.length);
};
