import { describe, expect, test } from 'vitest';
import type { Parcel, SendOutcome } from '@kith/ports';
import { ampleDeadline, createGate, manyOf, randomUmid } from '@kith/testing';
import { gatheringSender } from './gathering-sender.ts';

const aParcel = (id: string): Parcel => ({
  id,
  type: 'kith.tracking.page',
  umid: randomUmid(),
  at: 0,
  payload: {},
});

const DELIVERED: SendOutcome = { kind: 'delivered' };
const always = async (): Promise<boolean> => true;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a sender that takes many parcels at once', () => {
  test('gets all that came while the last call was under way, and no more than it takes', async () => {
    const calls: string[][] = [];
    const gate = createGate();
    const send = gatheringSender({
      mostAtOnce: 3,
      send: async (_deadline, parcels) => {
        calls.push(parcels.map(({ id }) => id));
        await gate.passed;
        return DELIVERED;
      },
    });
    const sent = ['1', '2', '3', '4', '5'].map((id) => send(ampleDeadline(), aParcel(id), always));
    gate.open();
    expect(await Promise.all(sent)).toEqual(manyOf(5, () => DELIVERED));
    expect(calls).toEqual([['1'], ['2', '3', '4'], ['5']]);
  });

  test('gets nothing that was not to be sent any more when its turn came, and all else', async () => {
    const calls: string[][] = [];
    const gate = createGate();
    const send = gatheringSender({
      mostAtOnce: 9,
      send: async (_deadline, parcels) => {
        calls.push(parcels.map(({ id }) => id));
        await gate.passed;
        return DELIVERED;
      },
    });
    let isDue = true;
    const first = send(ampleDeadline(), aParcel('1'), always);
    const waiting = [
      send(ampleDeadline(), aParcel('2'), async () => isDue),
      send(ampleDeadline(), aParcel('3'), () => Promise.reject(new Error('no store'))),
      send(ampleDeadline(), aParcel('4'), always),
    ];
    await turn();
    isDue = false;
    gate.open();
    await expect(waiting[1]).rejects.toThrow('no store');
    expect(await Promise.all([first, waiting[0], waiting[2]])).toEqual([DELIVERED, 'changed', DELIVERED]);
    expect(calls).toEqual([['1'], ['4']]);
  });

  test('is asked for each by itself where it refuses them together', async () => {
    const gate = createGate();
    const send = gatheringSender({
      mostAtOnce: 10,
      send: async (_deadline, parcels) => {
        await gate.passed;
        const isBad = parcels.some(({ id }) => id === 'bad');
        return isBad ? { kind: 'refused', why: 'too large' } : DELIVERED;
      },
    });
    const sent = ['1', '2', 'bad', '4'].map((id) => send(ampleDeadline(), aParcel(id), always));
    gate.open();
    const kinds = (await Promise.all(sent)).map((outcome) => outcome !== 'changed' && outcome.kind);
    expect(kinds).toEqual(['delivered', 'delivered', 'refused', 'delivered']);
  });
});

test('a sender that takes one at a time gets them side by side', async () => {
  const gate = createGate();
  let underWay = 0;
  const send = gatheringSender({
    mostAtOnce: 1,
    send: async () => {
      underWay += 1;
      await gate.passed;
      return DELIVERED;
    },
  });
  const sent = ['1', '2'].map((id) => send(ampleDeadline(), aParcel(id), always));
  await turn();
  expect(underWay).toBe(2);
  gate.open();
  await Promise.all(sent);
});
