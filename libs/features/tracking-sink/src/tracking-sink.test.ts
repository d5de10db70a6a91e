import { describe, expect, test } from 'vitest';
import { DEAD_LETTER_TOPIC, encodeEvent } from '@kith/contracts';
import { rulesInForce, type PipelineRules, type ResolutionConfiguration } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import { suppressionOf } from '@kith/domain/privacy';
import { type EventId } from '@kith/domain/tracking';
import { createKeyring, createLive, deadlineIn } from '@kith/platform';
import type { EventLog, LogSubscriber, TrackingCommit, TrackingStore } from '@kith/ports';
import { anEvent, aProfile, BUILT_AT, randomUmid } from '@kith/testing';
import { accountCalled } from './sink-over-store.fake.ts';
import { startTrackingSink } from './tracking-sink.ts';

const account = (name: string) => accountCalled(name, ['OPT']);

const configuration = (
  accounts: readonly string[],
  pipelines: Readonly<Record<string, Pick<PipelineRules, 'trackingRequires'>>> = {},
): ResolutionConfiguration => ({
  accounts: new Map(accounts.map((name) => [name, account(name)])),
  pipelines: new Map(
    Object.entries(pipelines).map(([name, rules]) => [
      name,
      { ...rules, name, account: account('demo') } as PipelineRules,
    ]),
  ),
});

/** A sink over a log and a store in memory, whose configuration can be replaced. */
const startSink = async (
  first: ResolutionConfiguration,
  known: readonly EventId[] = [],
  erased: readonly Umid[] = [],
) => {
  const { live, replace } = createLive(first);
  const { macs } = createKeyring({ umid: ['u'], chain: ['c'], suppression: ['s'] });
  const suppressions = erased.map((umid) => suppressionOf(macs, 'demo', { kind: 'umid', umid }, BUILT_AT));
  const buried: string[] = [];
  const commits: TrackingCommit[] = [];
  const asked: (readonly EventId[])[] = [];
  const withdrawn = aProfile({
    permissions: { OPT: { granted: false, modifiedAt: BUILT_AT, identified: true } },
  });
  let subscriber: LogSubscriber | undefined;
  const store = { position: 0, isWritable: true };
  const log: EventLog = {
    append: async (_deadline, topic, records) => {
      if (topic === DEAD_LETTER_TOPIC) buried.push(...records.map(({ value }) => value));
    },
    subscribe: async (_topic, _group, taken) => {
      subscriber = taken;
      return { isDelivering: () => true, lags: () => [], stop: async () => undefined };
    },
  };
  const tracking: TrackingStore = {
    position: async () => store.position,
    state: async (_scope, ids) => {
      asked.push(ids);
      return { knownEvents: new Set(ids.filter((id) => known.includes(id))), activities: new Map() };
    },
    record: async (_deadline, commit) => {
      if (!store.isWritable) throw new Error('the store cannot be written');
      const events = [...commit.writes.values()].flatMap((writes) => writes.events);
      if (events.some(({ id }) => known.includes(id))) return 'stale';
      commits.push(commit);
      store.position = commit.moves[0]!.to;
      return 'recorded';
    },
    events: async () => [],
  };
  const loaded = {
    device: null,
    current: null,
    owners: [],
    holders: [],
    profiles: [{ umid: withdrawn.umid, profile: withdrawn }],
  };
  const profiles = { load: async () => loaded, stored: async () => withdrawn };
  const consentHistory = { entries: async () => [], profiles: async () => [], tallies: async () => [] };
  const count = (): void => undefined;
  await startTrackingSink({
    log,
    tracking,
    profiles,
    consentHistory,
    erasures: {
      suppressed: async (_scope, keys) => suppressions.filter(({ key }) => keys.includes(key)),
      timesSuppressed: async () => 0,
    },
    macs,
    rules: live.map(rulesInForce),
    newProfileId: () => aProfile().profileId,
    callDeadline: () => deadlineIn(10_000),
    clock: Date.now,
    metrics: {
      recorded: count,
      repeated: count,
      poisoned: count,
      withdrawn: count,
      erased: count,
      delayed: count,
      grouped: count,
    },
  });
  /** Delivers them as a log does: from the position that it asks for. */
  const takeOf = async (key: string, ...values: readonly string[]): Promise<void> => {
    const from = (await subscriber?.startAt(0)) ?? 0;
    const records = values.map((value, index) => ({ key, value, position: from + index }));
    await subscriber?.take({ topic: 'tracking', partition: 0, records, next: from + values.length });
  };
  const take = (...values: readonly string[]): Promise<void> => takeOf('k', ...values);
  const recorded = () =>
    commits.flatMap(({ writes }) =>
      [...writes].flatMap(([name, { events }]) => events.map(({ id }) => `${name} ${id}`)),
    );
  const buriedIds = () => buried.map((deadLetter) => (JSON.parse(deadLetter) as { readonly id: string }).id);
  return { replace, take, takeOf, buried, buriedIds, commits, asked, recorded, withdrawn, store };
};

describe('dead letters of a batch that is delivered again and again', () => {
  test('come to the topic once while the store can be read and not written, and are stored with it', async () => {
    const sink = await startSink(configuration(['demo']));
    const batch = ['{', encodeEvent('demo', anEvent()), '}'];
    sink.store.isWritable = false;
    for (let times = 0; times < 3; times += 1) await expect(sink.take(...batch)).rejects.toThrow();
    expect(sink.buriedIds()).toEqual(['tracking/0/0', 'tracking/0/2']);
    sink.store.isWritable = true;
    await sink.take(...batch);
    await sink.take('{');
    expect(sink.buriedIds()).toEqual(['tracking/0/0', 'tracking/0/2', 'tracking/0/3']);
    expect(sink.commits.flatMap(({ deadLetters = [] }) => deadLetters.map(({ id }) => id))).toEqual(
      sink.buriedIds(),
    );
  });

  test('are forgotten when their position has passed, and a store that went back gets them anew', async () => {
    const sink = await startSink(configuration(['demo']));
    await sink.take('{');
    sink.store.position = 0;
    await sink.take('{');
    expect(sink.buriedIds()).toEqual(['tracking/0/0', 'tracking/0/0']);
  });
});

describe('records of an erased person that come late and cannot be processed', () => {
  test.each(['{', encodeEvent('demo', anEvent()).replace('"time"', '"then"')])(
    'leave no dead letter: %j',
    async (spoiled) => {
      const [gone, other] = [randomUmid(), randomUmid()];
      const sink = await startSink(configuration(['demo', 'second']), [], [gone]);
      await sink.takeOf(gone, spoiled);
      expect(sink.buried).toEqual([]);
      expect(sink.commits.at(-1)).toMatchObject({ moves: [{ to: 1 }], deadLetters: [] });
      await sink.takeOf(other, spoiled);
      expect(sink.buriedIds()).toEqual(['tracking/0/1']);
    },
  );

  test('of an account that left the configuration meanwhile neither', async () => {
    const gone = randomUmid();
    const sink = await startSink(configuration(['second']), [], [gone]);
    await sink.takeOf(gone, encodeEvent('demo', anEvent({ umid: gone })), encodeEvent('third', anEvent()));
    expect(sink.buriedIds()).toEqual(['tracking/0/1']);
  });
});

describe('events that the store may know', () => {
  test('are asked for where it refused the batch, and from then on for some batches before they are tried', async () => {
    const [repeated, fresh, later] = [anEvent(), anEvent(), anEvent()];
    const sink = await startSink(configuration(['demo']), [repeated.id]);
    await sink.take(encodeEvent('demo', fresh));
    expect(sink.asked).toEqual([[]]);
    await sink.take(encodeEvent('demo', repeated), encodeEvent('demo', later));
    expect(sink.asked.slice(1)).toEqual([[], [repeated.id, later.id]]);
    expect(sink.recorded()).toEqual([`demo ${fresh.id}`, `demo ${later.id}`]);
    for (let batches = 0; batches <= 32; batches += 1) await sink.take(encodeEvent('demo', anEvent()));
    expect(sink.asked.slice(3, -1).every((ids) => ids.length === 1)).toBe(true);
    expect(sink.asked.at(-1)).toEqual([]);
  });

  test('under an id of before a secret changed are asked for at once: no store would refuse them', async () => {
    const [event, former] = [anEvent(), 'its former id'];
    const sink = await startSink(configuration(['demo']), [former]);
    await sink.take(encodeEvent('demo', event, [former]));
    expect(sink.asked).toEqual([[former]]);
    expect(sink.recorded()).toEqual([]);
  });
});

describe('events whose name has left the configuration meanwhile', () => {
  test('of an account go to the dead letters, and hold nothing up', async () => {
    const sink = await startSink(configuration(['demo', 'other']));
    sink.replace(configuration(['demo']));
    const [lost, kept] = [anEvent(), anEvent()];
    await sink.take(encodeEvent('other', lost), encodeEvent('demo', kept));
    expect(sink.recorded()).toEqual([`demo ${kept.id}`]);
    expect(sink.commits.at(-1)).toMatchObject({ moves: [{ from: 0, to: 2 }] });
    expect(sink.buried.map((deadLetter) => JSON.parse(deadLetter) as object)).toEqual([
      expect.objectContaining({
        id: 'tracking/0/0',
        reason: 'no account of the configuration is called other',
        account: 'other',
        original: { kind: 'text', value: encodeEvent('other', lost) },
      }),
    ]);
    sink.replace(configuration(['demo', 'other']));
    await sink.take(encodeEvent('other', lost));
    expect(sink.recorded()).toContain(`other ${lost.id}`);
  });

  test('of a pipeline arrive', async () => {
    const sink = await startSink(configuration(['demo'], { shop: { trackingRequires: null } }));
    sink.replace(configuration(['demo']));
    const event = anEvent({ pipeline: 'shop' });
    await sink.take(encodeEvent('demo', event));
    expect(sink.recorded()).toEqual([`demo ${event.id}`]);
  });

  test('of a pipeline that required a permission still meet a withdrawal', async () => {
    const sink = await startSink(configuration(['demo'], { shop: { trackingRequires: 'OPT' } }));
    sink.replace(configuration(['demo']));
    const late = anEvent({ pipeline: 'shop', umid: sink.withdrawn.umid, receivedAt: BUILT_AT + 1 });
    await sink.take(encodeEvent('demo', late));
    expect(sink.recorded()).toEqual([]);
  });
});
