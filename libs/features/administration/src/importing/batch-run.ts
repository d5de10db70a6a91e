import { DeadlineExceeded, within } from '@kith/platform';
import { Unavailable, type Deadline, type Imported, type RefusedLine } from '@kith/ports';
import { partedBy, type ImportUnit } from './import-unit.ts';
import type { Settle, UnitFate } from './take-units.ts';

/** The work on a batch, for however many calls that ask about it. */
export interface BatchRun {
  /**
   * What became of the batch. A call that ends before the work (`Unavailable`) does not end that: the next one finds it
   * under way or done, and hears what the first would have heard. Work that has failed goes on with what is left. Lines
   * have times of their own, so what is late undoes nothing.
   */
  outcome(deadline: Deadline): Promise<Imported>;
}

/** The lines of a batch, and the work on them. */
export interface BatchRunDeps {
  readonly units: readonly ImportUnit[];
  /** Lines that cannot be taken, whoever they tell of. */
  readonly refused: readonly RefusedLine[];
  /** Takes units by a deadline of its own, and is no longer at work once it has rejected. */
  readonly take: (units: readonly ImportUnit[], settle: Settle) => Promise<void>;
}

/** Begins with the first call. */
export const createBatchRun = ({ units, refused, take }: BatchRunDeps): BatchRun => {
  const fates: UnitFate[] = [];
  let work: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    const begun = take(leftOf(units, fates), (some) => void fates.push(...some)).finally(() => {
      work = null;
    });
    // Whoever waits for it hears of a fault; it may be that nobody does any more.
    begun.catch(() => undefined);
    return begun;
  };
  return {
    outcome: async (deadline) => {
      if (leftOf(units, fates).length > 0) await inTime(deadline, (work ??= begin()));
      return importedOf(fates, refused);
    },
  };
};

const inTime = async (deadline: Deadline, work: Promise<void>): Promise<void> => {
  try {
    await within(deadline, 'the batch', work);
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw new Unavailable('store', 'the batch takes longer than its call may');
  }
};

const leftOf = (units: readonly ImportUnit[], fates: readonly UnitFate[]): readonly ImportUnit[] => {
  const settled = new Set(fates.flatMap(({ unit }) => unit.lines.map(({ index }) => index)));
  return units.flatMap((unit) => partedBy(unit, ({ index }) => settled.has(index)).others ?? []);
};

const importedOf = (units: readonly UnitFate[], unread: readonly RefusedLine[]): Imported => {
  const fates = units.flatMap((one) => (one.kind === 'settled' ? one.fates : []));
  const counted = (fate: (typeof fates)[number]): number => fates.filter((one) => one === fate).length;
  const refused = units.flatMap((one) =>
    one.kind === 'refused' ? one.unit.lines.map(({ index }) => ({ index, reason: one.reason })) : [],
  );
  return {
    taken: counted('taken'),
    outdated: counted('outdated'),
    unchanged: counted('unchanged'),
    refused: [...unread, ...refused].toSorted((a, b) => a.index - b.index),
  };
};
