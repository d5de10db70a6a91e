import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ComputedRule } from '@kith/domain/pipeline';
import type { RecomputeCursor } from '@kith/ports';
import { anAccount, runs, shrinkingAtMost, type Fixture } from '@kith/testing';
import { createHandedLog, type HandedLog } from '../poison/handed-log.ts';
import { recountPlainly } from './recount-plainly.ts';
import { recomputingStage, type RecomputingStage } from './recomputing-stage.ts';
import { type RecomputingStore } from './shown-person.ts';
import {
  changes,
  DEVICES,
  eventOf,
  happened,
  NOW,
  OTHER,
  play,
  PRESENT,
  step,
  type Happened,
  type Step,
} from './recomputing-steps.ts';

/** After so many tries a failing history is shown as far as it has shrunk. */
const SHRINKS = 100;

/** What administrators and the sink do to one store at the same time, against a plain recount of what is stored. */
export const defineRecomputing = (
  make: () => Promise<Fixture<RecomputingStore>>,
  { histories }: { readonly histories: number },
): void => {
  describe('attributes', () => {
    const made: Fixture<RecomputingStore>[] = [];
    beforeAll(async () => void made.push(await make()));
    afterAll(() => made[0]?.close());
    // The store remembers how far the sink has come in it.
    const log = createHandedLog();
    const stores = (): Stores => ({ store: made[0]!.adapter, log });

    test('are a plain recount of the stored events after any events, merges, unmerges and recomputations', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 5, maxLength: 25 }),
          shrinkingAtMost(SHRINKS, async (steps: readonly Step[]) => {
            await played(stores(), steps, async (stage) => {
              await stage.sink();
              await mustBeRecount(stage, PRESENT);
            });
          }),
        ),
        { numRuns: runs(histories) },
      );
    });

    test('are that under other rules too, once a recomputation has come to its end', async () => {
      const steps = fc.array(fc.oneof({ weight: 8, arbitrary: step }, { weight: 1, arbitrary: changes }), {
        minLength: 5,
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(
          steps,
          fc.array(happened, { minLength: 8, maxLength: 8 }),
          shrinkingAtMost(SHRINKS, async (some: readonly Step[], late: readonly Happened[]) => {
            await played(stores(), some, async (stage) => {
              stage.configure(OTHER);
              await recomputedMeanwhile(stage, late);
              await stage.sink();
              await mustBeRecount(stage, OTHER);
            });
          }),
        ),
        { numRuns: runs(histories) },
      );
    });
  });
};

interface Stores {
  readonly store: RecomputingStore;
  readonly log: HandedLog;
}

/** An account of its own on which the steps were made. */
const played = async (
  { store, log }: Stores,
  steps: readonly Step[],
  look: (stage: RecomputingStage) => Promise<void>,
): Promise<void> => {
  const stage = await recomputingStage(store, log, anAccount({ attributes: PRESENT }), DEVICES);
  try {
    let cursor: RecomputeCursor | null = null;
    for (const one of steps) cursor = await play(stage, one, cursor);
    await look(stage);
  } finally {
    await stage.stop();
  }
};

/** A recomputation to its end, while one event after the other is stored. */
const recomputedMeanwhile = async (stage: RecomputingStage, late: readonly Happened[]): Promise<void> => {
  const left = [...late];
  let cursor: RecomputeCursor | null = null;
  do {
    const one = left.pop();
    if (one !== undefined) await stage.track(stage.devices[left.length % DEVICES]!.umid, [eventOf(one)]);
    [, cursor] = await Promise.all([stage.sink(), stage.recompute(cursor)]);
  } while (cursor !== null);
};

const mustBeRecount = async (
  stage: RecomputingStage,
  rules: ReadonlyMap<string, ComputedRule>,
): Promise<void> => {
  for (const { values, events } of await stage.people(NOW)) {
    const expected = Array.from(rules, ([name, rule]) => [name, recountPlainly(rule, events, NOW)]);
    expect(values).toEqual(Object.fromEntries(expected));
  }
};
