import fc from 'fast-check';
import type { ComputedRule } from '@kith/domain/pipeline';
import type { RecomputeCursor } from '@kith/ports';
import type { RecomputingStage } from './recomputing-stage.ts';

const DAY = 24 * 3_600_000;
/** When everybody looks at attributes. */
export const NOW = 20_000 * DAY + 5;
export const DEVICES = 4;

const limits = { of: 'action', member: 'value' } as const;
export const PRESENT: ReadonlyMap<string, ComputedRule> = new Map<string, ComputedRule>([
  ['times', { kind: 'count', of: 'action' }],
  ['recently', { kind: 'count', of: 'action', windowMs: 6 * DAY }],
  ['spent', { kind: 'sum', ...limits }],
  ['last', { kind: 'latest', ...limits }],
  ['first', { kind: 'first', ...limits, windowMs: 5 * DAY }],
  ['most', { kind: 'top', ...limits }],
  ['kinds', { kind: 'distinct', ...limits, windowMs: 5 * DAY }],
]);
/** The same names, and other rules behind some of them. */
export const OTHER: ReadonlyMap<string, ComputedRule> = new Map<string, ComputedRule>([
  ...PRESENT,
  ['times', { kind: 'count', of: 'page' }],
  ['most', { kind: 'latest', ...limits }],
]);

/** Something that happens to an account. */
export type Step =
  | { readonly kind: 'track'; readonly device: number; readonly events: readonly Happened[] }
  | { readonly kind: 'visit'; readonly device: number; readonly customer: string }
  | { readonly kind: 'unmerge'; readonly device: number }
  | { readonly kind: 'sink' }
  | { readonly kind: 'recompute'; readonly parts: number }
  | { readonly kind: 'configure'; readonly rules: ReadonlyMap<string, ComputedRule> };

/** An event, and how long ago. */
export interface Happened {
  readonly daysAgo: number;
  readonly type: 'page' | 'action';
  readonly value: number;
}

const device = fc.nat(DEVICES - 1);
export const happened = fc.record({
  daysAgo: fc.nat(9),
  type: fc.constantFrom<Happened['type']>('page', 'action', 'action'),
  value: fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10),
});
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('track'),
      device,
      events: fc.array(happened, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('visit'), device, customer: fc.constantFrom('a', 'b') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge'), device }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'sink' }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('recompute'), parts: fc.integer({ min: 1, max: 3 }) }),
  },
);
export const changes = fc.constantFrom<Step>(
  { kind: 'configure', rules: OTHER },
  { kind: 'configure', rules: PRESENT },
);

/** Makes a step; answers how far the recomputation of the account has come. */
export const play = async (
  stage: RecomputingStage,
  step: Step,
  cursor: RecomputeCursor | null,
): Promise<RecomputeCursor | null> => {
  switch (step.kind) {
    case 'track':
      await stage.track(stage.devices[step.device]!.umid, step.events.map(eventOf));
      return cursor;
    case 'visit':
      await stage.visit(stage.devices[step.device]!, step.customer);
      return cursor;
    case 'unmerge':
      await stage.unmerge(stage.devices[step.device]!.umid);
      return cursor;
    case 'sink':
      await stage.sink();
      return cursor;
    case 'recompute': {
      let next = cursor;
      // While it goes on, the sink takes what has come.
      for (let part = 0; part < step.parts; part += 1) {
        [, next] = await Promise.all([part % 2 === 1 ? stage.sink() : undefined, stage.recompute(next)]);
      }
      return next;
    }
    case 'configure':
      stage.configure(step.rules);
      return cursor;
  }
};

export const eventOf = ({ daysAgo, type, value }: Happened) => ({
  type,
  time: NOW - daysAgo * DAY,
  receivedAt: Date.now(),
  properties: { value },
});
