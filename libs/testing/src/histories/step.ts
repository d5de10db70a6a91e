import fc, { type Arbitrary } from 'fast-check';
import { HISTORY_NAMES, HISTORY_PERMISSIONS } from '../model/history-account.ts';

/** A request, in numbers that a history turns into ids and values. */
export interface Step {
  readonly kind: 'request';
  /** Which of the history's devices. */
  readonly device: number;
  /** The device is made for this request, where it was not seen before. */
  readonly fresh: boolean;
  /** In the order of priority; of a `profileId` the value counts profiles of earlier steps. */
  readonly identifiers: readonly { readonly name: string; readonly value: number }[];
  readonly permissions: Readonly<Record<string, boolean>>;
  readonly retryKey: number | null;
  /** After the step before, in milliseconds; clocks of edges differ, so it may be earlier. */
  readonly afterMs: number;
}

/** An administrator undoes the merge that a umid means: one that was answered, counted from the last one back. */
export interface Unmerge {
  readonly kind: 'unmerge';
  readonly answered: number;
}

/** Steps that arrive at once. */
export type Batch = readonly (Step | Unmerge)[];

/** What histories are drawn from: few devices and values meet often, many crowd a profile. */
export interface Ranges {
  readonly devices: number;
  readonly values: number;
  readonly identifiersPerStep: number;
  /** One of so many steps is an unmerge; 0: none. */
  readonly unmergeEvery: number;
  /** The identifiers that requests bring; all where it is left out. */
  readonly names?: readonly string[];
}

const PAUSES = [0, 0, 1, 1, 1, -2, 20_000, 60_000, 61_000, 86_400_000];

const anyRequest = ({
  devices,
  values,
  identifiersPerStep,
  names = HISTORY_NAMES,
}: Ranges): Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('request' as const),
    device: fc.nat(devices - 1),
    fresh: fc.boolean(),
    identifiers: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), value: fc.nat(values - 1) }), {
      selector: ({ name }) => name,
      maxLength: identifiersPerStep,
      size: 'max',
    }),
    permissions: fc.dictionary(fc.constantFrom(...HISTORY_PERMISSIONS), fc.boolean(), { maxKeys: 2 }),
    retryKey: fc.oneof({ arbitrary: fc.constant(null), weight: 6 }, { arbitrary: fc.nat(1), weight: 1 }),
    afterMs: fc.constantFrom(...PAUSES),
  });

const anyUnmerge: Arbitrary<Unmerge> = fc.record({
  kind: fc.constant('unmerge' as const),
  answered: fc.nat(9),
});

/** Any step, of which the simplest is none at all: so a failing history shrinks to the steps that matter. */
export const anyStep = (ranges: Ranges): Arbitrary<Step | Unmerge | null> =>
  fc.oneof(
    { arbitrary: fc.constant(null), weight: 1 },
    { arbitrary: anyRequest(ranges), weight: 40 },
    { arbitrary: anyUnmerge, weight: ranges.unmergeEvery === 0 ? 0 : 40 / ranges.unmergeEvery },
  );

/** A history of so many batches, each of at most so many steps. */
export const anyHistory = (
  ranges: Ranges,
  { batches, atOnce }: { readonly batches: number; readonly atOnce: number },
): Arbitrary<readonly Batch[]> =>
  fc
    .array(fc.array(anyStep(ranges), { minLength: 1, maxLength: atOnce, size: 'max' }), {
      minLength: batches,
      maxLength: batches,
    })
    .map((all) =>
      all.map((batch) => batch.filter((step) => step !== null)).filter(({ length }) => length > 0),
    );
