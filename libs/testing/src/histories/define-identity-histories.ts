import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Fixture } from '../fixture.ts';
import { usingFixture } from '../fixture.ts';
import { describeCrossingLogins } from './crossing-logins.ts';
import { historySeed } from './history-seed.ts';
import { runHistory } from './run-history.ts';
import type { HistoryStage } from './stage.ts';
import { anyHistory } from './step.ts';
import type { Ranges } from './step.ts';

/** How much of everything a suite tries. */
export interface Extent {
  /** Of batches in all histories. */
  readonly sequential: number;
  readonly racing: number;
  readonly crowded: number;
  readonly unmerging: number;
  readonly crossings: number;
}

const MEETING: Ranges = { devices: 5, values: 3, identifiersPerStep: 4, unmergeEvery: 0 };
const UNMERGING: Ranges = { ...MEETING, values: 2, unmergeEvery: 5 };
/** More identifiers than a profile may hold, on few profiles. */
const CROWDED: Ranges = { devices: 2, values: 60, identifiersPerStep: 6, unmergeEvery: 0 };
const BATCHES = 40;
/** Then a failing history is shown as far as it has shrunk, and one that is not done counts as failed by its steps. */
const LONGEST_MS = 120_000;
const CROWDED_BATCHES = 100;

/**
 * Random histories of visits, logins, consents, merges and retries on the real resolver and a real store, against the
 * model of behaviour.md section 3. The seed is printed; KITH_HISTORY_SEED repeats it.
 */
export const defineIdentityHistories = (make: () => Promise<Fixture<HistoryStage>>, extent: Extent): void => {
  describe('the identity of visitors:', () => {
    const stage = usingFixture(make);
    const seed = historySeed();
    const counted = { steps: 0 };
    beforeAll(
      () => void process.stderr.write(`histories of seed ${seed} (KITH_HISTORY_SEED repeats them)\n`),
    );
    afterAll(() => void process.stderr.write(`histories of seed ${seed}: ${counted.steps} steps\n`));

    const check = async (
      ranges: Ranges,
      batches: number,
      atOnce: number,
      numRuns: number,
    ): Promise<number> => {
      const before = counted.steps;
      const property = fc.asyncProperty(anyHistory(ranges, { batches, atOnce }), async (history) => {
        counted.steps += await runHistory(stage().adapter, history, { lookEvery: atOnce > 1 ? 1 : 10 });
      });
      await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: LONGEST_MS });
      return counted.steps - before;
    };

    test('a history, one request after the other, goes as behaviour.md says', async () => {
      const numRuns = Math.ceil(extent.sequential / BATCHES);
      expect(await check(MEETING, BATCHES, 1, numRuns)).toBeGreaterThan(extent.sequential * 0.9);
    });

    test('requests that race end as some order of them would', async () => {
      const numRuns = Math.ceil(extent.racing / BATCHES);
      expect(await check(MEETING, BATCHES, 4, numRuns)).toBeGreaterThan(extent.racing);
    });

    test('a profile with more identifiers than it may hold lets the weakest and oldest go', async () => {
      const numRuns = Math.ceil(extent.crowded / CROWDED_BATCHES);
      expect(await check(CROWDED, CROWDED_BATCHES, 1, numRuns)).toBeGreaterThan(extent.crowded * 0.9);
    });

    test('histories with unmerges, racing ones too, keep what must be so', async () => {
      const numRuns = Math.ceil(extent.unmerging / BATCHES / 2);
      const steps = await check(UNMERGING, BATCHES, 1, numRuns);
      expect(steps + (await check(UNMERGING, BATCHES, 3, numRuns))).toBeGreaterThan(extent.unmerging);
    });

    describeCrossingLogins(() => stage().adapter, extent.crossings);
  });
};
