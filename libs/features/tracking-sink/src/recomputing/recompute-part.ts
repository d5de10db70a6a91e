import { setImmediate } from 'node:timers/promises';
import type { Umid } from '@kith/domain/identity';
import type { EventPlace } from '@kith/domain/tracking';
import type { RecomputeCursor, Recomputed, Scope } from '@kith/ports';
import { conflictBackOff, pause } from '@kith/platform';
import { recomputeStep, type RecomputeDeps, type UmidStep } from './recompute-umid.ts';

export interface RecomputePartDeps extends RecomputeDeps {
  /** The umids behind one, in their order; none: that was all. */
  readonly umidsBehind: (after: Umid | null) => Promise<readonly Umid[]>;
}

/** How long a part takes, in milliseconds, where its caller has as much time. */
const PART_MS = 1_000;

/** Goes on with a recomputation for about a second, with one step at least. */
export const recomputePart = async (
  deps: RecomputePartDeps,
  cursor: RecomputeCursor | null,
): Promise<Recomputed> => {
  const work = { ...deps, goOn: whileThereIsTime(deps.scope), count: counting() };
  const answer = (next: RecomputeCursor | null): Recomputed => ({
    kind: 'recomputed',
    ...work.count.sum(),
    next,
  });
  const place =
    cursor === null || cursor.inside === null ? null : await finish(work, cursor.umid, cursor.inside);
  if (cursor !== null && place !== null) return answer({ umid: cursor.umid, inside: place });
  let after = cursor?.umid ?? null;
  do {
    const umids = await deps.umidsBehind(after);
    if (umids.length === 0) return answer(null);
    const stopped = await recomputeAll(work, umids);
    if (stopped !== null) return answer(stopped);
    after = umids.at(-1)!;
    await setImmediate();
  } while (work.goOn());
  return answer({ umid: after, inside: null });
};

interface Work extends RecomputePartDeps {
  readonly goOn: () => boolean;
  readonly count: ReturnType<typeof counting>;
}

/** Half of what is left belongs to the way back. */
const whileThereIsTime = ({ deadline }: Scope): (() => boolean) => {
  const left = deadline.remainingMs();
  return () => deadline.remainingMs() > left - Math.min(PART_MS, left / 2);
};

const counting = () => {
  let umids = 0;
  let changed = 0;
  let events = 0;
  return {
    add: (step: UmidStep): void => {
      umids += Number(step.isDone);
      changed += Number(step.hasChanged);
      events += step.events;
    },
    sum: () => ({ umids, changed, events }),
  };
};

/** Most umids are through with their first page: those come together, what goes on then one after the other. */
const recomputeAll = async (work: Work, umids: readonly Umid[]): Promise<RecomputeCursor | null> => {
  const firsts = await Promise.all(umids.map((umid) => recomputeStep(work, umid, null)));
  for (const [index, umid] of umids.entries()) {
    const first = firsts[index]!;
    work.count.add(first);
    const inside = first.isDone ? null : await finish(work, umid, first.inside);
    if (inside !== null) return { umid, inside };
  }
  return null;
};

/** Counts the pages of a umid to their end: null; or as long as there is time, then down to a place. */
const finish = async (work: Work, umid: Umid, begin: EventPlace | null): Promise<EventPlace | null> => {
  let inside = begin;
  let failures = 0;
  do {
    const step = await recomputeStep(work, umid, inside);
    work.count.add(step);
    if (step.isDone) return null;
    inside = step.inside;
    await (step.events === 0 ? pause(conflictBackOff((failures += 1))) : setImmediate());
  } while (inside === null || work.goOn());
  return inside;
};
