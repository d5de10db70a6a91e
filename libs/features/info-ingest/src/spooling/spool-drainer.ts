import { setTimeout as pause } from 'node:timers/promises';
import { deadlineIn, within } from '@kith/platform';
import type { SpoolWriter } from './spool-writer.ts';
import type { SpoolingParts } from './spooling-parts.ts';

/** How long the log may take for a batch of the spool. */
const BATCH_MS = 3_000;
/** How long it may take for the last of them, for which requests are held up. */
const LAST_BATCH_MS = 500;
/** So many records at most wait when requests are held up. */
const FEW = 500;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** What a drainer works with. */
export interface Draining extends SpoolingParts {
  readonly writer: SpoolWriter;
  /** Holds up every append until it is known whether nothing is left, and then lets it go to the log. */
  readonly holdUp: (end: Promise<boolean>) => void;
  readonly stop: AbortSignal;
}

/**
 * Gives the records of the spool to the log, oldest first, until nothing is left or it is stopped. A record is removed once the log has it: where the process dies in between, the log gets it
 * again, which its event id makes harmless.
 *
 * While requests keep adding, the spool would never be empty. So the end is an agreement: when few are left, whoever
 * comes waits for the moment that they take.
 */
export const drainSpool = async (draining: Draining): Promise<void> => {
  // It begins because the log has just failed.
  let failures = 1;
  while (!draining.stop.aborted) {
    if (failures > 0) await pauseAfter(failures, draining.stop);
    const outcome = await drainBatch(draining, BATCH_MS);
    if (outcome !== 'failed' && (await isOver(draining))) return;
    failures = outcome === 'failed' ? failures + 1 : 0;
  }
};

const isOver = async (draining: Draining): Promise<boolean> => {
  if (draining.spool.contents().records > FEW) return false;
  const ending = drainRest(draining);
  draining.holdUp(ending);
  return ending;
};

/** Whether nothing is left: neither in the spool nor on its way there. */
const drainRest = async (draining: Draining): Promise<boolean> => {
  const isSettled = within(deadlineIn(LAST_BATCH_MS), 'adding to the spool', draining.writer.settled());
  if (
    !(await isSettled.then(
      () => true,
      () => false,
    ))
  )
    return false;
  for (;;) {
    const outcome = await drainBatch(draining, LAST_BATCH_MS);
    if (outcome !== 'drained') return outcome === 'empty';
  }
};

type Outcome = 'drained' | 'empty' | 'failed';

const drainBatch = async (
  { log, spool, writer, metrics, logger }: Draining,
  milliseconds: number,
): Promise<Outcome> => {
  try {
    const batch = await spool.oldest();
    if (batch === null) return 'empty';
    await log.append(deadlineIn(milliseconds), batch.topic, batch.records);
    await spool.remove(batch);
    writer.freed();
    metrics.drained(batch.records.length);
    return 'drained';
  } catch (error) {
    logger.debug({ error }, 'the spool is not drained yet');
    return 'failed';
  }
};

/** Grows from a quarter of a second to two seconds, doubling each time. */
const pauseAfter = (failures: number, signal: AbortSignal): Promise<void> =>
  pause(Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS), undefined, { signal }).catch(
    () => undefined,
  );
