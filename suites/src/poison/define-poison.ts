import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEAD_LETTER_TOPIC, encodeEvent, TRACKING_TOPIC } from '@kith/contracts';
import type { AccountRules } from '@kith/domain/pipeline';
import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { TrackedEvent } from '@kith/domain/tracking';
import { Unavailable, type LogRecord } from '@kith/ports';
import {
  ampleDeadline,
  anAccount,
  anEvent,
  manyOf,
  randomUmid,
  scopeOf,
  type DurableFixture,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { poisonStage, type PoisonStage, type PoisonStore } from './poison-stage.ts';

const CALLER = { by: 'admin@host', reason: 'ticket 7' };

/** What becomes of poison and of outages, over a real store that is empty at the beginning of each test. */
export const definePoison = (title: string, make: () => Promise<DurableFixture<PoisonStore>>): void =>
  void describe(title, () => {
    const made: DurableFixture<PoisonStore>[] = [];
    const endings = useEndings(afterEach);
    let stage: PoisonStage;
    let account: AccountRules;
    beforeEach(async () => {
      const fixture = await make();
      endings.push(() => fixture.close());
      made.push(fixture);
      account = anAccount();
      stage = await poisonStage(fixture.adapter, account);
      endings.push(() => stage.stop());
    });

    const append = (...records: readonly LogRecord[]) =>
      stage.log.append(ampleDeadline(), TRACKING_TOPIC, records);
    const recordOf = (event: TrackedEvent, { name } = account): LogRecord => ({
      key: event.umid,
      value: encodeEvent(name, event),
    });
    const waiting = () => stage.deadLetters.list(ampleDeadline(), { limit: 500 });
    const waitingIds = async () => (await waiting()).map(({ id }) => id);
    const stored = async ({ umid }: TrackedEvent, { name } = account) => {
      const events = await stage.store.tracking.events(scopeOf(name), umid, 100);
      return events.map(({ id }) => id).toSorted();
    };
    const replay = (...ids: readonly string[]) =>
      stage.deadLetters.replay(ampleDeadline(), { ids, caller: CALLER });
    const position = () => stage.store.tracking.position(ampleDeadline(), TRACKING_TOPIC, 0);

    test('of a batch only what can never be stored is buried, each once, and all the rest is stored', async () => {
      const umid = randomUmid();
      const good = manyOf(40, () => anEvent({ umid }));
      const records = good.map((event) => recordOf(event));
      const elsewhere = anAccount();
      const bad: readonly LogRecord[] = [
        deeply(recordOf(anEvent({ umid }))),
        { key: umid, value: 'no JSON' },
        recordOf(anEvent({ umid }), elsewhere),
        recordOf(anEvent({ umid, id: 'x'.repeat(5_000) })),
        deeply(recordOf(anEvent())),
      ];
      const places = [0, 7, 8, 25, 44];
      for (const [index, place] of places.entries()) records.splice(place, 0, bad[index]!);
      await append(...records);
      stage.log.appendBytes(umid, Uint8Array.of(0xff, 0x7b, 0x7d));
      await stage.log.deliver();
      const ids = [...places, records.length].map((place) => `tracking/0/${place}`);
      expect(await waitingIds()).toEqual(ids);
      expect(stage.log.read(DEAD_LETTER_TOPIC)).toHaveLength(bad.length + 1);
      expect(await stored(good[0]!)).toEqual(good.map(({ id }) => id).toSorted());
      expect(await position()).toBe(records.length + 1);
      expect((await waiting()).map((deadLetter) => deadLetter.account)).toEqual([
        account.name,
        null,
        elsewhere.name,
        account.name,
        account.name,
        null,
      ]);
      const { letter: shown } = await stage.deadLetters.show(ampleDeadline(), { id: ids[2]! });
      expect(shown).toMatchObject({ key: umid, umid, original: { kind: 'text', value: bad[2]!.value } });
      expect(shown?.reason).toContain(elsewhere.name);
      await stage.log.deliver();
      expect(await waitingIds()).toEqual(ids);
      expect(await stage.metrics.text()).toContain('kith_dead_letters_total{what="buried",app="suite"} 6');
    });

    test('a store that does not answer, a full disk and a bug bury nothing: the batch comes again', async () => {
      const event = anEvent();
      await append(recordOf(event), { key: 'k', value: 'poison' });
      for (const failure of [new Unavailable('store', 'away'), new Error('ENOSPC'), new TypeError('a bug')]) {
        stage.interfere(() => () => Promise.reject(failure));
        await expect(stage.log.deliver()).rejects.toThrow(failure);
        expect([await position(), await waitingIds(), await stored(event)]).toEqual([0, [], []]);
      }
      await stage.log.deliver();
      expect([await position(), await waitingIds(), await stored(event)]).toEqual([
        2,
        ['tracking/0/1'],
        [event.id],
      ]);
    });

    test('a batch that is cut off before or after its commit leaves one dead letter, and tells the topic of it once', async () => {
      await append({ key: 'k', value: 'poison' });
      stage.interfere(() => () => Promise.reject(new Unavailable('store', 'cut off before')));
      await expect(stage.log.deliver()).rejects.toThrow(Unavailable);
      stage.interfere((own) => async (...args) => {
        await own(...args);
        throw new Unavailable('store', 'cut off after');
      });
      await expect(stage.log.deliver()).rejects.toThrow(Unavailable);
      await stage.log.deliver();
      expect(await waitingIds()).toEqual(['tracking/0/0']);
      const told = stage.log.read(DEAD_LETTER_TOPIC).map(({ value }) => JSON.parse(value) as { id: string });
      expect(told.map(({ id }) => id)).toEqual(['tracking/0/0']);
    });

    test('an account that left and came back has its events after a replay, each once', async () => {
      const events = manyOf(5, () => anEvent({ umid: randomUmid() }));
      await append(...events.map((event) => recordOf(event)));
      stage.configure();
      await stage.log.deliver();
      const ids = await waitingIds();
      expect(ids).toHaveLength(5);
      stage.configure(account);
      // Killed after the records were appended, before the dead letters were removed.
      const deadLetters = await stage.store.deadLetters.read(ampleDeadline(), ids);
      expect(await replay(...ids)).toEqual(ids.map((id) => ({ id, kind: 'replayed' })));
      await stage.store.tracking.record(ampleDeadline(), {
        moves: [{ topic: 'again', partition: 0, from: 0, to: 1 }],
        writes: new Map(),
        deadLetters,
      });
      expect(await replay(...ids)).toEqual(ids.map((id) => ({ id, kind: 'replayed' })));
      await stage.log.deliver();
      for (const event of events) expect(await stored(event)).toEqual([event.id]);
      expect(await waitingIds()).toEqual([]);
      expect(await replay(ids[0]!)).toEqual([{ id: ids[0], kind: 'unknown' }]);
      const trail = await stage.store.privacy.auditEntries(scopeOf(account.name), 0, 10);
      expect(trail.map(({ entry }) => entry)).toEqual([
        expect.objectContaining({ act: 'replayDeadLetters', ...CALLER, detail: { letters: ids } }),
        expect.objectContaining({ act: 'replayDeadLetters' }),
      ]);
    });

    test('what is replayed in vain is a new dead letter that says so, what is no text is not replayed, and both can be dropped', async () => {
      await append({ key: 'k', value: 'poison' });
      stage.log.appendBytes('k', Uint8Array.of(0xff));
      await stage.log.deliver();
      const [poison, bytes] = await waitingIds();
      expect(await replay(poison!, bytes!)).toEqual([
        { id: poison, kind: 'replayed' },
        { id: bytes, kind: 'unfit' },
      ]);
      await stage.log.deliver();
      expect(await waiting()).toEqual([
        expect.objectContaining({ id: bytes, replays: 0 }),
        expect.objectContaining({ id: 'tracking/0/2', replays: 1 }),
      ]);
      const dropped = await stage.deadLetters.drop(ampleDeadline(), {
        ids: [bytes!, poison!, 'tracking/0/2'],
        caller: CALLER,
      });
      expect(dropped.map(({ kind }) => kind)).toEqual(['dropped', 'unknown', 'dropped']);
      expect(await waitingIds()).toEqual([]);
      const trail = await stage.store.privacy.auditEntries(scopeOf(NO_ACCOUNT), 0, 10);
      expect(trail.map(({ entry }) => entry?.act)).toEqual(['replayDeadLetters', 'dropDeadLetters']);
      const text = await stage.metrics.text();
      expect(text).toContain('kith_dead_letters_total{what="replayed",app="suite"} 1');
      expect(text).toContain('kith_dead_letters_total{what="dropped",app="suite"} 2');
    });
  });

const LEVELS = 200_000;

/** The same record, nested so deeply that nothing can encode what it says. */
const deeply = ({ key, value }: LogRecord): LogRecord => ({
  key,
  value: value.replace('"data":{', `"data":{"deep":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)},`),
});
