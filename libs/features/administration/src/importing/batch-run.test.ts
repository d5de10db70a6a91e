import { describe, expect, test } from 'vitest';
import { deadlineIn } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { createBatchRun } from './batch-run.ts';
import type { ImportUnit } from './import-unit.ts';
import type { Settle } from './take-units.ts';

const unitOf = (index: number): ImportUnit => ({
  identifiers: [],
  lines: [{ index, modifiedAt: 0 }],
  told: [],
  attributes: {},
});
const UNITS = [0, 1, 2, 3].map(unitOf);
const PATIENT = deadlineIn(50_000);

/** A store that knows what it has taken: of what it is given again it says that it is unchanged. */
const storeThat = () => {
  const known = new Set<number>();
  const given: number[][] = [];
  const take = (units: readonly ImportUnit[], settle: Settle): void => {
    given.push(units.map(({ lines }) => lines[0]!.index));
    for (const unit of units) {
      const { index } = unit.lines[0]!;
      settle([{ kind: 'settled', unit, fates: [known.has(index) ? 'unchanged' : 'taken'] }]);
      known.add(index);
    }
  };
  return { take, given };
};

describe('a batch', () => {
  test('whose call ended before its work is the same work to the next call', async () => {
    const store = storeThat();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const run = createBatchRun({
      units: UNITS,
      refused: [{ index: 4, reason: 'is none' }],
      take: (units, settle) => gate.then(() => store.take(units, settle)),
    });
    await expect(run.outcome(deadlineIn(0))).rejects.toBeInstanceOf(Unavailable);
    const [second, third] = [run.outcome(PATIENT), run.outcome(PATIENT)];
    open();
    const outcome = { taken: 4, outdated: 0, unchanged: 0, refused: [{ index: 4, reason: 'is none' }] };
    expect([await second, await third, await run.outcome(PATIENT)]).toEqual([outcome, outcome, outcome]);
    expect(store.given).toEqual([[0, 1, 2, 3]]);
  });

  test('whose work failed half-way goes on with what is left, and counts all of it', async () => {
    const store = storeThat();
    let isFailing = true;
    const run = createBatchRun({
      units: UNITS,
      refused: [],
      take: async (units, settle) => {
        if (!isFailing) return store.take(units, settle);
        store.take(units.slice(1, 3), settle);
        throw new Unavailable('store', 'it does not answer');
      },
    });
    await expect(run.outcome(PATIENT)).rejects.toThrow('it does not answer');
    isFailing = false;
    expect(await run.outcome(PATIENT)).toMatchObject({ taken: 4, unchanged: 0 });
    expect(store.given).toEqual([
      [1, 2],
      [0, 3],
    ]);
  });
});
