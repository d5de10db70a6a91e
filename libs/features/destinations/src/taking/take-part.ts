import { laneOf, laneOfRemoval, parcelIdOf } from '@kith/domain/destinations';
import type {
  FailedParcel,
  LaneName,
  Occurrence,
  RemovalDue,
  WaitingParcel,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { forEachConcurrently } from '@kith/platform';
import type { LogBatch, Parking, StoredRecord } from '@kith/ports';
import { retryPause } from '../sending/retry-policy.ts';
import { asLaidAside, deliver, isWanted, removalsAfter } from '../delivering/attempt.ts';
import { umidOf } from '../transforming/material-of.ts';
import type { Happening } from '../transforming/material-of.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { readRecord } from './read-record.ts';
import { onlyRecorded } from './recorded-events.ts';
import type { Tried } from '../sending/attempt-result.ts';

/** Profiles at once: a receiver that is slow to answer gets no more calls at a time. */
export const PROFILES_AT_ONCE = 16;

/** Records of a batch that are delivered before the position moves over them. */
export interface BatchPart extends Pick<LogBatch, 'topic' | 'partition'> {
  readonly records: readonly StoredRecord[];
  /** What happened before is not handed on; rounds of before may have taken some of the records. */
  readonly sinceOf: (position: number) => number;
}

/** What a part leaves behind. */
export interface Left {
  readonly parked: readonly Parking[];
  readonly failed: readonly FailedParcel[];
}

/** One happening, and where it stands in its partition. */
interface Placed {
  readonly happening: Happening;
  readonly position: number;
}

/** What happens to a part while its profiles are taken one beside the other. */
interface Taking {
  readonly part: BatchPart;
  readonly at: number;
  readonly parked: Parking[];
  readonly failed: FailedParcel[];
}

/**
 * Delivers what a part of a batch tells, in order per umid, several umids side by side. What cannot be delivered now is
 * left to be parked, with everything of its umid that follows: nobody else waits for it.
 */
export const takePart = async (parts: Tending, part: BatchPart): Promise<Left> => {
  const rows = rowsOf(await onlyRecorded(parts, placedIn(parts, part)));
  const taking: Taking = { part, at: parts.clock(), parked: [], failed: [] };
  const { waiting } = await parts.deliveries.look(scopeOf(parts), parts.rules.name, [...rows.keys()]);
  await forEachConcurrently([...rows], PROFILES_AT_ONCE, ([umid, row]) =>
    takeRow(parts, taking, row, waiting.has(laneOf(umid))),
  );
  return taking;
};

const placedIn = ({ rules }: Tending, { topic, records }: BatchPart): readonly Placed[] =>
  records.flatMap((record) => {
    const happening = readRecord(topic, rules.account, record);
    return happening === null ? [] : [{ happening, position: record.position }];
  });

const rowsOf = (all: readonly Placed[]): ReadonlyMap<Umid, readonly Placed[]> => {
  const rows = new Map<Umid, Placed[]>();
  for (const placed of all) {
    const umid = umidOf(placed.happening);
    rows.set(umid, [...(rows.get(umid) ?? []), placed]);
  }
  return rows;
};

const takeRow = async (
  parts: Tending,
  taking: Taking,
  row: readonly Placed[],
  othersWait: boolean,
): Promise<void> => {
  let isBlocked = othersWait;
  for (const placed of row) {
    const isNews = isWanted(parts, placed.happening, taking.part.sinceOf(placed.position));
    const became = isNews ? await takeOne(parts, taking, placed, isBlocked) : 'dropped';
    isBlocked ||= became === 'parked';
    // Who was just handed on is in the segment.
    if (became === 'delivered' && placed.happening.kind === 'event') continue;
    for (const removal of await removalsAfter(parts, placed.happening)) {
      await takeRemoval(parts, taking, removal, placed.position);
    }
  }
};

/** What became of something; where it is parked, those who follow have to wait. */
type Became = 'delivered' | 'dropped' | 'failed' | 'parked';

const takeOne = async (
  parts: Tending,
  taking: Taking,
  { happening, position }: Placed,
  isBlocked: boolean,
): Promise<Became> => {
  const umid = umidOf(happening);
  const stand = { lane: laneOf(umid), umid, occurrence: happening, position };
  if (isBlocked) return park(taking, stand, { tries: 0, why: 'others wait in front', dueAt: null });
  return takeOrLeave(parts, taking, stand);
};

const takeRemoval = (
  parts: Tending,
  taking: Taking,
  removal: RemovalDue,
  position: number,
): Promise<Became> =>
  takeOrLeave(parts, taking, {
    lane: laneOfRemoval(removal.umid),
    umid: removal.umid,
    occurrence: removal,
    position,
  });

/** What stands in which lane. */
interface Standing {
  readonly lane: LaneName;
  readonly umid: Umid;
  readonly occurrence: Occurrence;
  readonly position: number;
}

const takeOrLeave = async (parts: Tending, taking: Taking, stand: Standing): Promise<Became> => {
  if (parts.breaker.isOpen()) return park(taking, stand, { tries: 0, why: parts.breaker.why(), dueAt: null });
  const tried = await deliver(parts, stand.occurrence);
  switch (tried.kind) {
    case 'delivered':
    case 'dropped':
      return tried.kind;
    case 'refused':
      taking.failed.push(await laidAside(parts, taking, stand, tried.why));
      return 'failed';
    case 'retry':
      return park(taking, stand, { tries: 1, why: tried.why, dueAt: dueAfter(parts, tried) });
  }
};

const dueAfter = (
  { clock, random, retryPolicy }: Tending,
  { afterMs }: Extract<Tried, { readonly kind: 'retry' }>,
): number => clock() + retryPause(1, retryPolicy, random(), afterMs);

const park = (
  taking: Taking,
  stand: Standing,
  { dueAt, ...tried }: { readonly tries: number; readonly why: string; readonly dueAt: number | null },
): Became => {
  taking.parked.push({ parcel: { ...parcelOf(taking, stand), ...tried }, dueAt });
  return 'parked';
};

const parcelOf = (
  { part, at }: Taking,
  { lane, umid, occurrence, position }: Standing,
): Omit<WaitingParcel, 'tries' | 'why'> => ({
  id: parcelIdOf(occurrence),
  lane,
  place: [sortable(at), part.topic, sortable(part.partition), sortable(position)].join('.'),
  umid,
  occurrence,
  parkedAt: at,
});

const DIGITS = 16;

const sortable = (value: number): string => String(value).padStart(DIGITS, '0');

const laidAside = async (
  parts: Tending,
  taking: Taking,
  stand: Standing,
  why: string,
): Promise<FailedParcel> => ({
  ...parcelOf(taking, stand),
  occurrence: await asLaidAside(parts, stand.occurrence),
  tries: 1,
  why,
  failedAt: parts.clock(),
});
