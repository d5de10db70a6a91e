import { describe, expect, test } from 'vitest';
import type { Delivery, SendOutcome } from '@kith/ports';
import { ampleDeadline, createGate, manyOf, randomUmid } from '@kith/testing';
import { batchingSender, type AreUnchanged, type SeenProfile } from './batching-sender.ts';

const aDelivery = (id: string): Delivery => ({
  id,
  type: 'kith.tracking.page',
  umid: randomUmid(),
  at: 0,
  payload: {},
});

const DELIVERED: SendOutcome = { kind: 'delivered' };
const nobody: AreUnchanged = async (seen) => seen.map(() => false);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a sender that takes many deliveries at once', () => {
  test('gets all that came while the last call was under way, and no more than it takes', async () => {
    const calls: string[][] = [];
    const gate = createGate();
    const send = batchingSender(
      {
        maxBatchSize: 3,
        send: async (_deadline, deliveries) => {
          calls.push(deliveries.map(({ id }) => id));
          await gate.passed;
          return DELIVERED;
        },
      },
      nobody,
    );
    const sent = ['1', '2', '3', '4', '5'].map((id) => send(ampleDeadline(), aDelivery(id)));
    gate.open();
    expect(await Promise.all(sent)).toEqual(manyOf(5, () => DELIVERED));
    expect(calls).toEqual([['1'], ['2', '3', '4'], ['5']]);
  });

  const seenAt = (version: number): SeenProfile => {
    const umid = randomUmid();
    return { asked: umid, umid, version };
  };

  test('gets nothing of whoever has changed when the call begins, and all else, by one look for each call', async () => {
    const calls: string[][] = [];
    const looks: number[] = [];
    const gate = createGate();
    let present = 1;
    const sender = {
      maxBatchSize: 9,
      send: async (_deadline: unknown, deliveries: readonly Delivery[]) => {
        calls.push(deliveries.map(({ id }) => id));
        await gate.passed;
        return DELIVERED;
      },
    };
    const send = batchingSender(sender, async (seen) => {
      looks.push(seen.length);
      return seen.map(({ version }) => version === present);
    });
    const sent = [
      send(ampleDeadline(), aDelivery('1'), seenAt(1)),
      send(ampleDeadline(), aDelivery('2'), seenAt(1)),
      send(ampleDeadline(), aDelivery('3'), seenAt(2)),
      send(ampleDeadline(), aDelivery('4')),
    ];
    await turn();
    present = 2;
    gate.open();
    expect(await Promise.all(sent)).toEqual([DELIVERED, 'changed', DELIVERED, DELIVERED]);
    expect(calls).toEqual([['1'], ['3', '4']]);
    expect(looks).toEqual([1, 2]);
  });

  test('goes on after a look that failed, which those hear who waited for it', async () => {
    let isAway = true;
    const send = batchingSender({ maxBatchSize: 9, send: async () => DELIVERED }, async (seen) => {
      if (isAway) throw new Error('no store');
      return seen.map(() => true);
    });
    await expect(send(ampleDeadline(), aDelivery('1'), seenAt(1))).rejects.toThrow('no store');
    isAway = false;
    expect(await send(ampleDeadline(), aDelivery('2'), seenAt(1))).toEqual(DELIVERED);
  });

  test('is asked for each by itself where it refuses them together', async () => {
    const gate = createGate();
    const send = batchingSender(
      {
        maxBatchSize: 10,
        send: async (_deadline, deliveries) => {
          await gate.passed;
          const isBad = deliveries.some(({ id }) => id === 'bad');
          return isBad ? { kind: 'refused', why: 'too large' } : DELIVERED;
        },
      },
      nobody,
    );
    const sent = ['1', '2', 'bad', '4'].map((id) => send(ampleDeadline(), aDelivery(id)));
    gate.open();
    const kinds = (await Promise.all(sent)).map((outcome) => outcome !== 'changed' && outcome.kind);
    expect(kinds).toEqual(['delivered', 'delivered', 'refused', 'delivered']);
  });
});

test('a sender that takes one at a time gets them side by side', async () => {
  const gate = createGate();
  let underWay = 0;
  const send = batchingSender(
    {
      maxBatchSize: 1,
      send: async () => {
        underWay += 1;
        await gate.passed;
        return DELIVERED;
      },
    },
    nobody,
  );
  const sent = ['1', '2'].map((id) => send(ampleDeadline(), aDelivery(id)));
  await turn();
  expect(underWay).toBe(2);
  gate.open();
  await Promise.all(sent);
});
