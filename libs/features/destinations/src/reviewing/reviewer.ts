import { createHash } from 'node:crypto';
import { deliveryIdOf, removalQueueOf, type RemovalDue } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import { pause, startWakeableLoop } from '@kith/platform';
import { asFailed, attempt, removeRecordsOfFailed } from '../delivering/attempt.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { dueRemovals } from '../removing/remove-person.ts';

const PERSONS_PER_LOOK = 100;
const REST_AFTER_FAILURE_MS = 5_000;

/** What decides of whom something may be delivered, in a word of fixed length. */
export const fingerprintOfRules = ({
  rules,
  account,
}: Pick<DestinationDeps, 'rules' | 'account'>): string => {
  const { requires, segment } = rules;
  const condition = segment === null ? null : (account.segments.get(segment) ?? null);
  return createHash('sha256')
    .update(JSON.stringify([requires, segment, condition]))
    .digest('base64url');
};

/**
 * Looks at everybody of whom something was shared, and removes who may not be known any more: after a change of the rules,
 * which no record tells of, and where the log has lost records before they were taken.
 */
export const reviewEverybody = async (deps: DestinationDeps): Promise<void> => {
  const { store, callDeadline } = deps;
  for (let after: Umid | null = null; ;) {
    deps.stopping.throwIfAborted();
    const page = await store.shared.page(callDeadline(), after, PERSONS_PER_LOOK);
    const umids = page.map(({ umid }) => umid);
    for (const removal of await dueRemovals(deps, umids, deps.clock())) await removeAtLast(deps, removal);
    const last = umids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await store.control.setReviewed(callDeadline(), fingerprintOfRules(deps));
};

const removeAtLast = async (deps: DestinationDeps, removal: RemovalDue): Promise<void> => {
  for (;;) {
    if (!deps.breaker.isOpen()) {
      const tried = await attempt(deps, removal);
      if (tried.kind === 'refused') return fail(deps, removal, tried.why);
      if (tried.kind !== 'retry') return;
    }
    await pause(REST_AFTER_FAILURE_MS, deps.stopping);
    deps.stopping.throwIfAborted();
  }
};

const fail = async (deps: DestinationDeps, removal: RemovalDue, why: string): Promise<void> => {
  const { store, callDeadline, clock, metrics } = deps;
  const at = clock();
  const occurrence = await asFailed(deps, removal);
  const queue = removalQueueOf(removal.umid);
  const delivery = {
    id: deliveryIdOf(removal),
    queue,
    sequence: `review.${at}`,
    umid: removal.umid,
    occurrence,
  };
  const failed = [{ ...delivery, queuedAt: at, failedAt: at, tries: 1, why }];
  await store.retries.proceed(callDeadline(), { queue, gone: [], failed, tried: null, dueAt: at });
  await removeRecordsOfFailed(deps, [occurrence]);
  metrics.failed(1);
};

/** Looks at everybody when it has to be done. */
export interface Reviewer {
  /** The log has lost records before they were taken. */
  lost(): Promise<void>;
  stop(): Promise<void>;
}

const REST_MS = 60_000;

/** Reviews at once where the rules have changed, and whenever the log has lost something. */
export const startReviewer = (deps: DestinationDeps): Reviewer => {
  const { store, callDeadline, rules, logger } = deps;
  const reviewIfDue = async (): Promise<void> => {
    const state = await store.control.state(callDeadline());
    if (state !== null && state.reviewed !== fingerprintOfRules(deps)) await reviewEverybody(deps);
  };
  const loop = startWakeableLoop({
    turn: async () => {
      await reviewIfDue();
      return REST_MS;
    },
    onFailure: (error) => {
      if (!deps.stopping.aborted) {
        logger.warn({ error, destination: rules.name }, 'the review of who was handed on is tried again');
      }
      return REST_MS;
    },
  });
  return {
    lost: async () => {
      await store.control.setReviewed(callDeadline(), null);
      loop.wake();
    },
    stop: loop.stop,
  };
};
