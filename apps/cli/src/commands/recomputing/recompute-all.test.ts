import { expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { RecomputeOrder } from '@kith/ports';
import { recomputeAll } from './recompute-all.ts';

const umidOf = (digit: number): Umid => `${digit}0000000-0000-4000-8000-000000000000` as Umid;
const [FIRST, SECOND, NOBODY] = [umidOf(1), umidOf(2), umidOf(9)];

test('umids under which nobody lives are told, and the others are asked for together, part by part', async () => {
  const orders: RecomputeOrder[] = [];
  const counts = { umids: 1, changed: 0, events: 2 };
  const sum = await recomputeAll(
    {
      recompute: async (_scope, order) => {
        orders.push(order);
        if (order.umids?.includes(NOBODY) === true) return { kind: 'unknown', umids: [NOBODY] };
        const next = order.cursor === null ? { umid: FIRST, inside: null } : null;
        return { kind: 'recomputed', ...counts, next };
      },
    },
    [{ account: 'demo', umids: [FIRST, NOBODY, SECOND] }],
    () => undefined,
  );
  expect(orders).toEqual([
    { umids: [FIRST, NOBODY, SECOND], cursor: null },
    { umids: [FIRST, SECOND], cursor: null },
    { umids: [FIRST, SECOND], cursor: { umid: FIRST, inside: null } },
  ]);
  expect(sum).toEqual({ umids: 2, changed: 0, events: 4, unknown: [NOBODY] });
});

test('where nobody lives under any of them, nothing is left to ask for', async () => {
  const sum = await recomputeAll(
    { recompute: async (_scope, { umids = [] }) => ({ kind: 'unknown', umids }) },
    [{ account: 'demo', umids: [NOBODY] }],
    () => undefined,
  );
  expect(sum).toEqual({ umids: 0, changed: 0, events: 0, unknown: [NOBODY] });
});
