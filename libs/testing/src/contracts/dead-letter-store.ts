import { describe, expect, test } from 'vitest';
import type { DeadLetter } from '@kith/domain/tracking';
import type { DeadLetterStore, LetterPage, TrackingStore } from '@kith/ports';
import { aLetter } from '../builders/dead-letters.ts';
import { manyOf, randomName, randomUmid } from '../builders/ids.ts';
import { ampleDeadline } from '../builders/scope.ts';
import { aTrackingCommit, anEvent, trackingWrites } from '../builders/tracking.ts';
import { usingFixture, type DurableFixture } from '../kit/fixture.ts';
import { ODD_TEXTS } from '../kit/odd-texts.ts';

/** What dead letters come with, and where they wait. */
export interface DeadLetterAdapters {
  readonly letters: DeadLetterStore;
  readonly tracking: TrackingStore;
}

const UNTIL = 8_000_000_000_000;

/** What every DeadLetterStore promises, and every TrackingStore about dead letters. */
export const defineDeadLetterStoreContract = (
  make: () => Promise<DurableFixture<DeadLetterAdapters>>,
): void => {
  describe('the contract of a store of dead letters:', () => {
    const fixture = usingFixture(make);
    const { letters, read } = {
      letters: () => fixture().adapter.letters,
      read: (...ids: readonly string[]) => fixture().adapter.letters.readLetters(ampleDeadline(), ids),
    };
    const bury = async (...buried: readonly DeadLetter[]): Promise<void> => {
      const commit = aTrackingCommit({ letters: buried });
      expect(await fixture().adapter.tracking.record(ampleDeadline(), commit)).toBe('recorded');
    };
    /** The ids of an account that no other test uses. */
    const idsOf = async (account: string, page: Partial<LetterPage> = {}): Promise<readonly string[]> => {
      const listed = await letters().letters(ampleDeadline(), { account, limit: 100, ...page });
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
      const own = places.map(([partition, position]) => aLetter({ account, topic, partition, position }));
      const nobodys = aLetter({ account: null, topic, partition: 11, position: 0 });
      await bury(...own.toReversed(), nobodys);
      const ids = own.map(({ id }) => id);
      expect(await idsOf(account)).toEqual(ids);
      expect(await idsOf(account, { limit: 3 })).toEqual(ids.slice(0, 3));
      expect(await idsOf(account, { after: ids[1]!, limit: 2 })).toEqual(ids.slice(2));
      expect(await idsOf(account, { after: `${topic}/1/5` })).toEqual(ids.slice(2));
      expect(await idsOf(account, { after: ids[3]! })).toEqual([]);
      const all = await letters().letters(ampleDeadline(), { after: ids[3]!, limit: 1 });
      expect(all).toEqual([expect.objectContaining({ id: nobodys.id, account: null, replays: 0 })]);
      expect(all[0]).not.toHaveProperty('original');
    });

    test('lists those of a umid alone, page by page', async () => {
      const [topic, umid] = [randomName('topic'), randomUmid()];
      const own = manyOf(3, (position) =>
        aLetter({ topic, position, umid, account: position ? 'demo' : null }),
      );
      await bury(...own, aLetter({ topic, position: 3 }));
      const page = async (after?: string) => {
        const asked = { umid, limit: 2, ...(after === undefined ? {} : { after }) };
        return (await letters().letters(ampleDeadline(), asked)).map(({ id }) => id);
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
        aLetter({
          topic,
          position,
          original,
          key: ODD_TEXTS[position] ?? '',
          reason: ODD_TEXTS[position] ?? '',
        }),
      );
      await bury(...odd);
      const ids = odd.map(({ id }) => id);
      expect(await read(...ids)).toEqual(odd.map((letter) => ({ ...letter, replays: 0 })));
      expect(await read(ids[1]!, 'tracking/0/999999', 'no id', ids[0]!)).toEqual(
        [odd[1], odd[0]].map((letter) => ({ ...letter, replays: 0 })),
      );
    });

    test('takes them with the position, or not at all, and keeps one per place', async () => {
      const account = randomName('account');
      const letter = aLetter({ account });
      const commit = aTrackingCommit({ letters: [letter] });
      const { tracking } = fixture().adapter;
      expect(await tracking.record(ampleDeadline(), commit)).toBe('recorded');
      expect(await tracking.record(ampleDeadline(), commit)).toBe('fenced');
      const late = { ...commit, letters: [aLetter({ account })] };
      expect(await tracking.record(ampleDeadline(), late)).toBe('fenced');
      expect(await idsOf(account)).toEqual([letter.id]);
      const other = randomName('account');
      await bury({ ...letter, account: other, reason: 'another' });
      expect([await idsOf(account), await idsOf(other)]).toEqual([[], [letter.id]]);
      expect(await read(letter.id)).toMatchObject([{ reason: 'another' }]);
    });

    test('removes them, and says how many were there', async () => {
      const account = randomName('account');
      const some = manyOf(3, (position) => aLetter({ account, topic: account, position }));
      await bury(...some);
      const [first, second, third] = some.map(({ id }) => id);
      expect(await letters().removeLetters(ampleDeadline(), [first!, third!, 'no id'])).toBe(2);
      expect(await letters().removeLetters(ampleDeadline(), [first!, third!])).toBe(0);
      expect(await idsOf(account)).toEqual([second]);
      expect(await read(first!)).toEqual([]);
    });

    test('removes those that were buried before a time', async () => {
      const account = randomName('account');
      const at = 1_000_000;
      const some = manyOf(3, (index) =>
        aLetter({ account, topic: account, position: index, buriedAt: at + index }),
      );
      await bury(...some);
      await letters().removeLettersBefore(ampleDeadline(), at + 1);
      expect(await idsOf(account)).toEqual(some.slice(1).map(({ id }) => id));
      await letters().removeLettersBefore(ampleDeadline(), at + 3);
      expect(await idsOf(account)).toEqual([]);
    });

    test('remembers which record was replayed before, also when it is a letter again elsewhere', async () => {
      const first = aLetter();
      await bury(first);
      await letters().noteReplays(ampleDeadline(), [first.digest], UNTIL);
      await letters().noteReplays(ampleDeadline(), [first.digest, 'another'], UNTIL + 1);
      await letters().noteReplays(ampleDeadline(), [], UNTIL);
      await letters().removeLetters(ampleDeadline(), [first.id]);
      const again = aLetter({ digest: first.digest, position: 7 });
      await bury(again);
      expect(await read(again.id)).toMatchObject([{ replays: 2 }]);
      const [listed] = await letters().letters(ampleDeadline(), { after: `${again.topic}/0/6`, limit: 1 });
      expect(listed).toMatchObject({ id: again.id, replays: 2 });
    });

    test('has them when it is opened again', async () => {
      const letter = aLetter();
      await bury(letter);
      await letters().noteReplays(ampleDeadline(), [letter.digest], UNTIL);
      const reopened = await fixture().reopen();
      expect(await reopened.letters.readLetters(ampleDeadline(), [letter.id])).toEqual([
        { ...letter, replays: 1 },
      ]);
    });

    test('refuses what can never be written, and leaves everything as it was', async () => {
      const event = anEvent({ properties: { deep: nested(200_000) } });
      const writes = new Map([['demo', trackingWrites({ events: [anEvent(), event] })]]);
      const commit = aTrackingCommit({ writes, letters: [aLetter()] });
      const { tracking } = fixture().adapter;
      expect(await tracking.record(ampleDeadline(), commit)).toMatchObject({ kind: 'refused' });
      expect(await tracking.position(ampleDeadline(), commit.topic, 0)).toBe(0);
      expect(await read(commit.letters![0]!.id)).toEqual([]);
      expect(await tracking.record(ampleDeadline(), { ...commit, writes: new Map() })).toBe('recorded');
    });
  });
};

const nested = (levels: number): unknown => {
  let value: unknown = 0;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};
