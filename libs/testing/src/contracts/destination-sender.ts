import { describe, expect, test } from 'vitest';
import type { Delivery, DestinationSender } from '@kith/ports';
import { BUILT_AT } from '../builders/identity.ts';
import { randomName, randomUmid } from '../builders/ids.ts';
import { ampleDeadline, deadlineIn } from '../builders/scope.ts';
import type { Fixture } from '../kit/fixture.ts';
import { ODD_TEXTS } from '../kit/odd-texts.ts';

/** A sender, its receiver, and a sender whose receiver is not there. */
export interface DestinationSenderAdapter {
  readonly sender: DestinationSender;
  /** The first `count` payloads that the receiver has, in its order; it has been sent as many. */
  received(count: number): Promise<readonly unknown[]>;
  readonly unreachable: DestinationSender;
}

const DELIVERED = { kind: 'delivered' };
const UNREACHABLE_MS = 500;
/** So many calls or batches show an order. */
const DELIVERIES = 12;

/** What the receiver has of each delivery, whatever becomes of its other members: its payload. */
const aDelivery = (members: Partial<Delivery> = {}): Delivery => ({
  id: randomName('delivery'),
  type: 'kith.tracking.page',
  umid: randomUmid(),
  at: BUILT_AT,
  payload: { text: randomName('text') },
  ...members,
});

/** What every DestinationSender promises. */
export const defineDestinationSenderContract = (
  make: () => Promise<Fixture<DestinationSenderAdapter>>,
): void => {
  const withAdapter = async (work: (adapter: DestinationSenderAdapter) => Promise<void>): Promise<void> => {
    const fixture = await make();
    try {
      await work(fixture.adapter);
    } finally {
      await fixture.close();
    }
  };

  describe('the contract of a sender to destinations:', () => {
    test('what it says to be delivered is with the receiver, in the order of the person', () =>
      withAdapter(async ({ sender, received }) => {
        const umid = randomUmid();
        const deliveries = Array.from({ length: DELIVERIES }, () => aDelivery({ umid }));
        for (let at = 0; at < DELIVERIES; at += sender.maxBatchSize) {
          const batch = deliveries.slice(at, at + sender.maxBatchSize);
          expect(await sender.send(ampleDeadline(), batch)).toEqual(DELIVERED);
        }
        expect(await received(DELIVERIES)).toEqual(deliveries.map(({ payload }) => payload));
      }));

    test('a payload arrives as it is, whatever it holds', () =>
      withAdapter(async ({ sender, received }) => {
        const payload = { texts: ODD_TEXTS, none: null, number: 0.1, nested: { list: [true, {}] } };
        expect(await sender.send(ampleDeadline(), [aDelivery({ payload })])).toEqual(DELIVERED);
        expect(await received(1)).toEqual([payload]);
      }));

    test('a delivery that comes again is delivered again, as far as anybody can know', () =>
      withAdapter(async ({ sender }) => {
        const delivery = aDelivery();
        expect(await sender.send(ampleDeadline(), [delivery])).toEqual(DELIVERED);
        expect(await sender.send(ampleDeadline(), [delivery])).toEqual(DELIVERED);
      }));

    test('it takes at least one, and at most as many as a call can carry', () =>
      withAdapter(async ({ sender }) => {
        expect(Number.isInteger(sender.maxBatchSize)).toBe(true);
        expect(sender.maxBatchSize).toBeGreaterThanOrEqual(1);
      }));

    test('a receiver that is not there is tried again, and the reason tells nothing of the payload', () =>
      withAdapter(async ({ unreachable }) => {
        const secret = randomName('secret');
        const outcome = await unreachable.send(deadlineIn(UNREACHABLE_MS), [
          aDelivery({ payload: { secret } }),
        ]);
        expect(outcome).toEqual({ kind: 'retry', why: expect.any(String) });
        expect(JSON.stringify(outcome)).not.toContain(secret);
      }));
  });
};
