import { afterAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { manyOf } from '../builders/ids.ts';
import { usingFixture, type Fixture } from '../kit/fixture.ts';
import { runs, seedOf, shrinkingAtMost } from '../random/index.ts';
import { describeCrossingLogins } from './crossing-logins.ts';
import { runHistory } from './run-history.ts';
import type { HistoryStage } from './stage.ts';
import { HISTORY_NAMES } from '../model/history-account.ts';
import { anyHistory, type Batch, type Ranges } from './step.ts';

/** How much of everything a suite tries. */
export interface Extent {
  /** Of batches in all histories. */
  readonly sequential: number;
  readonly racing: number;
  readonly crowded: number;
  readonly unmerging: number;
  readonly crossings: number;
  /** Of batches on two resolvers that stand, and as many on three. */
  readonly standing: number;
}

const MEETING: Ranges = { devices: 5, values: 3, identifiersPerStep: 4, unmergeEvery: 0 };
const UNMERGING: Ranges = { ...MEETING, values: 2, unmergeEvery: 5 };
/** More identifiers than a profile may hold, on few profiles. */
const CROWDED: Ranges = { devices: 2, values: 60, identifiersPerStep: 6, unmergeEvery: 0 };
/** Few persons on many devices, so that most of what arrives at once is about the same ones. */
const STANDING: Ranges = {
  ...{ devices: 12, values: 2, identifiersPerStep: 2, unmergeEvery: 0 },
  // Which id a resolver gives a profile is not known before.
  names: HISTORY_NAMES.filter((name) => name !== 'profileId'),
};
const STANDING_BATCHES = 10;
const CROWD = 8;
const BATCHES = 40;
/** After so many tries a failing history is shown as far as it has shrunk. */
const SHRINKS = 300;
const CROWDED_BATCHES = 100;
/** A history waits for its store most of the time: so many go on side by side, each in an account of its own. */
const LANES = 4;

interface Course {
  readonly ranges: Ranges;
  readonly batches: number;
  readonly atOnce: number;
  readonly numRuns: number;
  /** So many stand and share the requests; left out: each request has one of its own. */
  readonly resolvers?: number;
}

/**
 * Random histories of visits, logins, consents, merges and retries on the real resolver and a real store, against the
 * model of docs/behaviour.md#3-identity.
 */
export const defineIdentityHistories = (make: () => Promise<Fixture<HistoryStage>>, extent: Extent): void => {
  describe('the identity of visitors:', () => {
    const stage = usingFixture(make);
    const counted = { steps: 0, conflicts: 0 };
    afterAll(
      () =>
        void process.stderr.write(`histories of ${counted.steps} steps, ${counted.conflicts} conflicts\n`),
    );

    const check = async ({ ranges, batches, atOnce, numRuns, resolvers = 0 }: Course): Promise<number> => {
      const before = counted.steps;
      const watching = { lookEvery: atOnce > 1 ? 1 : 10, resolvers };
      const lane = async (number: number): Promise<void> => {
        const run = shrinkingAtMost(SHRINKS, async (history: readonly Batch[]) => {
          const { steps, conflicts } = await runHistory(stage().adapter, history, watching);
          counted.steps += steps;
          counted.conflicts += conflicts;
        });
        await fc.assert(fc.asyncProperty(anyHistory(ranges, { batches, atOnce }), run), {
          seed: seedOf(`${String(fc.readConfigureGlobal().seed)}, lane ${number}, ${atOnce} at once`),
          numRuns: Math.ceil(numRuns / LANES),
        });
      };
      await Promise.all(manyOf(LANES, lane));
      return counted.steps - before;
    };

    test('a history, one request after the other, goes as docs/behaviour.md says', async () => {
      const numRuns = Math.ceil(runs(extent.sequential) / BATCHES);
      expect(await check({ ranges: MEETING, batches: BATCHES, atOnce: 1, numRuns })).toBeGreaterThan(
        runs(extent.sequential) * 0.9,
      );
    });

    test('requests that race end as some order of them would', async () => {
      const numRuns = Math.ceil(runs(extent.racing) / BATCHES);
      expect(await check({ ranges: MEETING, batches: BATCHES, atOnce: 4, numRuns })).toBeGreaterThan(
        runs(extent.racing),
      );
    });

    test('a profile with more identifiers than it may hold lets the weakest and oldest go', async () => {
      const numRuns = Math.ceil(runs(extent.crowded) / CROWDED_BATCHES);
      expect(await check({ ranges: CROWDED, batches: CROWDED_BATCHES, atOnce: 1, numRuns })).toBeGreaterThan(
        runs(extent.crowded) * 0.9,
      );
    });

    test('histories with unmerges, racing ones too, keep what must be so', async () => {
      const numRuns = Math.ceil(runs(extent.unmerging) / BATCHES / 2);
      const steps = await check({ ranges: UNMERGING, batches: BATCHES, atOnce: 1, numRuns });
      expect(
        steps + (await check({ ranges: UNMERGING, batches: BATCHES, atOnce: 3, numRuns })),
      ).toBeGreaterThan(runs(extent.unmerging));
    });

    test.each([2, 3])(
      'requests in crowds about few persons, shared by %i resolvers, end as some order of them would',
      async (resolvers) => {
        const course = { batches: STANDING_BATCHES, atOnce: CROWD, resolvers };
        const numRuns = Math.ceil(runs(extent.standing) / STANDING_BATCHES);
        const before = counted.conflicts;
        const steps = await check({ ...course, ranges: STANDING, numRuns });
        const unmerging = await check({ ...course, ranges: { ...STANDING, unmergeEvery: 10 }, numRuns });
        expect(Math.min(steps, unmerging)).toBeGreaterThan(2 * runs(extent.standing));
        // What never meets would prove nothing.
        expect(counted.conflicts - before).toBeGreaterThan(runs(extent.standing) / 10);
      },
    );

    describeCrossingLogins(() => stage().adapter, runs(extent.crossings));
  });
};
