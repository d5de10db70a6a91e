import { describe, expect, test } from 'vitest';
import type { DeadLetter } from '@kith/domain/tracking';
import type { DeadLetterStore, DeadLetterPage, TrackingStore } from '@kith/ports';
import { aDeadLetter } from '../builders/dead-letters.ts';
import { manyOf, randomName, randomUmid } from '../builders/ids.ts';
import { ampleDeadline } from '../builders/scope.ts';
import { aTrackingCommit, anEvent, trackingWrites } from '../builders/tracking.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';
import { ODD_TEXTS } from '../kit/odd-texts.ts';

/** What dead letters come with, and where they wait. */
export interface DeadLetterAdapters {
  readonly deadLetters: DeadLetterStore;
  readonly tracking: TrackingStore;
}

const UNTIL = 8_000_000_000_000;

/** What every DeadLetterStore promises, and every TrackingStore about dead letters. */
export const defineDeadLetterStoreContract = (
  make: () => Promise<DurableFixture<DeadLetterAdapters>>,
): void => {
  describe('the contract of a store of dead letters:', () => {
    const fixture = usingFixture(make);
    const { deadLetters, read } = {
      deadLetters: () => fixture().adapter.deadLetters,
      read: (...ids: readonly string[]) => fixture().adapter.deadLetters.read(ampleDeadline(), ids),
    };
    const bury = async (...buried: readonly DeadLetter[]): Promise<void> => {
      const commit = aTrackingCommit({ deadLetters: buried });
      expect(await fixture().adapter.tracking.record(ampleDeadline(), commit)).toBe('recorded');
    };
    /** The ids of an account that no other test uses. */
    const idsOf = async (account: string, page: Partial<DeadLetterPage> = {}): Promise<readonly string[]> => {
      const listed = await deadLetters().list(ampleDeadline(), { account, limit: 100, ...page });
      return listed.map(({ id }) => id);
    };

    test('lists them by topic, partition and position, page by page, per account and all', async () => {
      const [account, topic] = [randomName('account'), randomName('topic')];
      const places = [
        [0, 9],
        [0, 10],
        [2, 0],
        [10, 1],
      ] as const;
      const own = places.map(([partition, position]) => aDeadLetter({ account, topic, partition, position }));
      const nobodys = aDeadLetter({ account: null, topic, partition: 11, position: 0 });
      await bury(...own.toReversed(), nobodys);
      const ids = own.map(({ id }) => id);
      expect(await idsOf(account)).toEqual(ids);
      expect(await idsOf(account, { limit: 3 })).toEqual(ids.slice(0, 3));
      expect(await idsOf(account, { after: ids[1]!, limit: 2 })).toEqual(ids.slice(2));
      expect(await idsOf(account, { after: `${topic}/1/5` })).toEqual(ids.slice(2));
      expect(await idsOf(account, { after: ids[3]! })).toEqual([]);
      const all = await deadLetters().list(ampleDeadline(), { after: ids[3]!, limit: 1 });
      expect(all).toEqual([expect.objectContaining({ id: nobodys.id, account: null, replays: 0 })]);
      expect(all[0]).not.toHaveProperty('original');
    });

    test('lists those of a umid alone, page by page', async () => {
      const [topic, umid] = [randomName('topic'), randomUmid()];
      const own = manyOf(3, (position) =>
        aDeadLetter({ topic, position, umid, account: position ? 'demo' : null }),
      );
      await bury(...own, aDeadLetter({ topic, position: 3 }));
      const page = async (after?: string) => {
        const asked = { umid, limit: 2, ...(after === undefined ? {} : { after }) };
        return (await deadLetters().list(ampleDeadline(), asked)).map(({ id }) => id);
      };
      const ids = own.map(({ id }) => id);
      expect([await page(), await page(ids[1]), await page(ids[2])]).toEqual([
        ids.slice(0, 2),
        ids.slice(2),
        [],
      ]);
    });

    test('keeps what is in them, whatever it is', async () => {
      const originals: readonly DeadLetter['original'][] = [
        ...ODD_TEXTS.map((value) => ({ kind: 'text', value }) as const),
        { kind: 'text', value: '' },
        { kind: 'bytes', base64: '/wA=' },
        { kind: 'omitted' },
      ];
      const topic = randomName('topic');
      const odd = originals.map((original, position) =>
        aDeadLetter({
          topic,
          position,
          original,
          key: ODD_TEXTS[position] ?? '',
          reason: ODD_TEXTS[position] ?? '',
        }),
      );
      await bury(...odd);
      const ids = odd.map(({ id }) => id);
      expect(await read(...ids)).toEqual(odd.map((deadLetter) => ({ ...deadLetter, replays: 0 })));
      expect(await read(ids[1]!, 'tracking/0/999999', 'no id', ids[0]!)).toEqual(
        [odd[1], odd[0]].map((deadLetter) => ({ ...deadLetter, replays: 0 })),
      );
    });

    test('takes them with the position, or not at all, and keeps one per place', async () => {
      const account = randomName('account');
      const deadLetter = aDeadLetter({ account });
      const commit = aTrackingCommit({ deadLetters: [deadLetter] });
      const { tracking } = fixture().adapter;
      expect(await tracking.record(ampleDeadline(), commit)).toBe('recorded');
      expect(await tracking.record(ampleDeadline(), commit)).toBe('fenced');
      const late = { ...commit, deadLetters: [aDeadLetter({ account })] };
      expect(await tracking.record(ampleDeadline(), late)).toBe('fenced');
      expect(await idsOf(account)).toEqual([deadLetter.id]);
      const other = randomName('account');
      await bury({ ...deadLetter, account: other, reason: 'another' });
      expect([await idsOf(account), await idsOf(other)]).toEqual([[], [deadLetter.id]]);
      expect(await read(deadLetter.id)).toMatchObject([{ reason: 'another' }]);
    });

    test('removes them, and says how many were there', async () => {
      const account = randomName('account');
      const some = manyOf(3, (position) => aDeadLetter({ account, topic: account, position }));
      await bury(...some);
      const [first, second, third] = some.map(({ id }) => id);
      expect(await deadLetters().remove(ampleDeadline(), [first!, third!, 'no id'])).toBe(2);
      expect(await deadLetters().remove(ampleDeadline(), [first!, third!])).toBe(0);
      expect(await idsOf(account)).toEqual([second]);
      expect(await read(first!)).toEqual([]);
    });

    test('removes those that were buried before a time', async () => {
      const account = randomName('account');
      const at = 1_000_000;
      const some = manyOf(3, (index) =>
        aDeadLetter({ account, topic: account, position: index, buriedAt: at + index }),
      );
      await bury(...some);
      await deadLetters().removeBefore(ampleDeadline(), at + 1);
      expect(await idsOf(account)).toEqual(some.slice(1).map(({ id }) => id));
      await deadLetters().removeBefore(ampleDeadline(), at + 3);
      expect(await idsOf(account)).toEqual([]);
    });

    test('remembers which record was replayed before, also when it is a dead letter again elsewhere', async () => {
      const first = aDeadLetter();
      await bury(first);
      await deadLetters().noteReplays(ampleDeadline(), [first.digest], UNTIL);
      await deadLetters().noteReplays(ampleDeadline(), [first.digest, 'another'], UNTIL + 1);
      await deadLetters().noteReplays(ampleDeadline(), [], UNTIL);
      await deadLetters().remove(ampleDeadline(), [first.id]);
      const again = aDeadLetter({ digest: first.digest, position: 7 });
      await bury(again);
      expect(await read(again.id)).toMatchObject([{ replays: 2 }]);
      const [listed] = await deadLetters().list(ampleDeadline(), { after: `${again.topic}/0/6`, limit: 1 });
      expect(listed).toMatchObject({ id: again.id, replays: 2 });
    });

    test('has them when it is opened again', async () => {
      const deadLetter = aDeadLetter();
      await bury(deadLetter);
      await deadLetters().noteReplays(ampleDeadline(), [deadLetter.digest], UNTIL);
      const reopened = await fixture().reopen();
      expect(await reopened.deadLetters.read(ampleDeadline(), [deadLetter.id])).toEqual([
        { ...deadLetter, replays: 1 },
      ]);
    });

    test('refuses what can never be written, and leaves everything as it was', async () => {
      const event = anEvent({ properties: { deep: nested(200_000) } });
      const writes = new Map([['demo', trackingWrites({ events: [anEvent(), event] })]]);
      const commit = aTrackingCommit({ writes, deadLetters: [aDeadLetter()] });
      const { tracking } = fixture().adapter;
      expect(await tracking.record(ampleDeadline(), commit)).toMatchObject({ kind: 'refused' });
      expect(await tracking.position(ampleDeadline(), commit.topic, 0)).toBe(0);
      expect(await read(commit.deadLetters![0]!.id)).toEqual([]);
      expect(await tracking.record(ampleDeadline(), { ...commit, writes: new Map() })).toBe('recorded');
    });
  });
};

const nested = (levels: number): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};
