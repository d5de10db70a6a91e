import { createHash } from 'node:crypto';
import { laneOfRemoval, parcelIdOf } from '@kith/domain/destinations';
import type { RemovalDue } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { pause, startWakeableLoop } from '@kith/platform';
import { asLaidAside, deliver, endNotes } from '../delivering/attempt.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Tending } from '../sending/destination-deps.ts';
import { dueRemovals } from '../removing/remove-person.ts';

const PERSONS_PER_LOOK = 100;
const REST_AFTER_FAILURE_MS = 5_000;

/** What decides whether somebody may be handed on, in a word of fixed length. */
export const markOfRules = ({ rules, account }: Pick<Tending, 'rules' | 'account'>): string => {
  const { requires, segment } = rules;
  const condition = segment === null ? null : (account.segments.get(segment) ?? null);
  return createHash('sha256')
    .update(JSON.stringify([requires, segment, condition]))
    .digest('base64url');
};

/**
 * Looks at everybody of whom the destination has been given something, and removes who may not be handed on any more: after
 * a change of the rules, which no record tells of, and where the log has lost records before they were taken.
 */
export const reviewEverybody = async (parts: Tending): Promise<void> => {
  const { deliveries, rules } = parts;
  for (let after: Umid | null = null; ;) {
    parts.stopping.throwIfAborted();
    const page = await deliveries.givenPage(scopeOf(parts), rules.name, after, PERSONS_PER_LOOK);
    const umids = page.map(({ umid }) => umid);
    for (const removal of await dueRemovals(parts, umids, parts.clock())) await removeAtLast(parts, removal);
    const last = umids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await deliveries.noteReviewed(scopeOf(parts), rules.name, markOfRules(parts));
};

const removeAtLast = async (parts: Tending, removal: RemovalDue): Promise<void> => {
  for (;;) {
    if (!parts.breaker.isOpen()) {
      const tried = await deliver(parts, removal);
      if (tried.kind === 'refused') return layAside(parts, removal, tried.why);
      if (tried.kind !== 'retry') return;
    }
    await pause(REST_AFTER_FAILURE_MS, parts.stopping);
    parts.stopping.throwIfAborted();
  }
};

const layAside = async (parts: Tending, removal: RemovalDue, why: string): Promise<void> => {
  const { deliveries, rules, clock } = parts;
  const at = clock();
  const occurrence = await asLaidAside(parts, removal);
  const lane = laneOfRemoval(removal.umid);
  const parcel = { id: parcelIdOf(removal), lane, place: `review.${at}`, umid: removal.umid, occurrence };
  const failed = [{ ...parcel, parkedAt: at, failedAt: at, tries: 1, why }];
  await deliveries.proceed(scopeOf(parts), rules.name, { lane, gone: [], failed, tried: null, dueAt: at });
  await endNotes(parts, [occurrence]);
  parts.metrics.laidAside(1);
};

/** Looks at everybody when it has to be done. */
export interface Reviewer {
  /** The log has lost records before they were taken. */
  lost(): Promise<void>;
  stop(): Promise<void>;
}

const REST_MS = 60_000;

/** Reviews at once where the rules have changed, and whenever the log has lost something. */
export const startReviewer = (parts: Tending): Reviewer => {
  const { deliveries, rules, logger } = parts;
  const reviewIfDue = async (): Promise<void> => {
    const state = await deliveries.state(scopeOf(parts), rules.name);
    if (state !== null && state.reviewed !== markOfRules(parts)) await reviewEverybody(parts);
  };
  const loop = startWakeableLoop({
    turn: async () => {
      await reviewIfDue();
      return REST_MS;
    },
    onFailure: (error) => {
      if (!parts.stopping.aborted) {
        logger.warn({ error, destination: rules.name }, 'the review of who was handed on is tried again');
      }
      return REST_MS;
    },
  });
  return {
    lost: async () => {
      await deliveries.noteReviewed(scopeOf(parts), rules.name, null);
      loop.wake();
    },
    stop: loop.stop,
  };
};
