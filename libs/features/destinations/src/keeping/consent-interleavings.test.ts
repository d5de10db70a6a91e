import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import { REMOVAL_TYPE, type DeliveryContent } from '@kith/domain/destinations';
import type { DestinationStore } from '@kith/ports';
import { ampleDeadline, createMemoryDestinationStores } from '@kith/testing';
import { createStage, RULES, type Stage } from './destination-stage.fake.ts';
import { createReceiver, knowingNothing, type Answer } from './receiver.fake.ts';
import { createWorld } from './world.fake.ts';

const RUNS = 200;
const DEADLINE = ampleDeadline();
const MINUTE = 60_000;

const person = fc.integer({ min: 0, max: 2 });
const things = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('track' as const), person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      person,
      granted: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), person, into: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge' as const), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), person }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      topic: fc.constantFrom('changes' as const, 'tracking' as const),
      most: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replay' as const) }) },
);
type Thing = typeof things extends fc.Arbitrary<infer T> ? T : never;

/** Of a webhook, a topic and a file: the latter two take many with one call. */
const maxBatchSize = fc.constantFrom(1, 500, 1_000);

const answers = fc.array(fc.constantFrom<Answer>('takes', 'takes', 'fails', 'takesAndFails', 'refuses'), {
  maxLength: 20,
  size: 'max',
});

/** Every call waits for its turn; those of a process that was killed never come back. */
const slowed = (store: DestinationStore, pass: () => Promise<void>): DestinationStore => {
  const slowedRole = (role: object): object =>
    Object.fromEntries(
      Object.entries(role).map(([name, call]) => [
        name,
        async (...args: readonly unknown[]) => {
          await pass();
          return (call as (...args: readonly unknown[]) => unknown)(...args);
        },
      ]),
    );
  return Object.fromEntries(
    Object.entries(store).map(([name, role]) => [name, slowedRole(role as object)]),
  ) as unknown as DestinationStore;
};

/**
 * What an id stands for: of something that happened, what and when, while who the person is by now may change between two
 * tries; of a removal all of it.
 */
const intentionOf = ({ type, at, subject, data, ...person }: DeliveryContent): string =>
  JSON.stringify(type === REMOVAL_TYPE ? { type, at, subject, ...person } : { type, at, subject, data });

/** What the receiver is like, and how it answers first. */
interface ReceiverScript {
  readonly maxBatchSize: number;
  /** A removal that is refused is an administrator's to replay: until then the receiver knows whom it should not. */
  readonly refusesRemovals: boolean;
  readonly told: readonly Answer[];
}

const play = async (
  scheduler: fc.Scheduler,
  script: readonly Thing[],
  { maxBatchSize, refusesRemovals, told }: ReceiverScript,
) => {
  let now = Date.UTC(2026, 10, 21);
  const clock = (): number => now;
  const world = createWorld(clock);
  const place = { account: RULES.account, destination: RULES.name };
  const store = createMemoryDestinationStores(clock).of(place);
  await store.control.open(DEADLINE, { isPaused: false, since: 0 });
  const replay = (): Promise<unknown> => store.failures.replay(DEADLINE, { limit: 99, dueAt: now });
  const wrongs: string[] = [];
  const known = knowingNothing();
  const intentions = new Map<string, string>();
  const givenUp = new Set<string>();
  const removalsOf = (umid: string): readonly string[] =>
    [...intentions.keys()].filter((id) => id.startsWith(`${umid}:removed:`));
  const arrived = (content: DeliveryContent): void => {
    const [before, intention] = [intentions.get(content.id), intentionOf(content)];
    if (before !== undefined && before !== intention) wrongs.push(`${before} and ${intention} had one id`);
    intentions.set(content.id, intention);
    // One that failed stays the same removal when it is replayed, whatever came between.
    if (!refusesRemovals && givenUp.has(content.id)) {
      wrongs.push(`${content.id} was used again after ${content.umid} was given`);
    }
    if (content.type !== REMOVAL_TYPE) for (const id of removalsOf(content.umid)) givenUp.add(id);
    if (content.type === REMOVAL_TYPE || world.isPermitted(content.umid)) return;
    wrongs.push(`${content.type} of ${content.umid} was handed on without the permission`);
  };
  const left = [...told];
  const start = () => {
    const life = { isOver: false };
    const pass = async (): Promise<void> => {
      await scheduler.schedule(Promise.resolve());
      if (life.isOver) await new Promise<never>(() => undefined);
    };
    const answering = { maxBatchSize, refusesRemovals, nextAnswer: () => left.shift() ?? 'takes' };
    const sender = createReceiver(known, answering, pass, arrived);
    const stage = createStage({ world, store: slowed(store, pass), sender, clock, pass });
    const chains: Record<string, Promise<void>> = {};
    const inTurn = (name: string, step: () => Promise<void>): void => {
      chains[name] = (chains[name] ?? Promise.resolve()).then(step);
    };
    const ended = () => Promise.all(Object.values(chains));
    return { life, stage, inTurn, ended };
  };
  let process = start();
  const begin = (thing: Thing): void => {
    now += 2 * MINUTE;
    const { stage, inTurn, life } = process;
    switch (thing.kind) {
      case 'track':
        return world.track(thing.person);
      case 'decide':
        return world.decide(thing.person, thing.granted);
      case 'merge':
        return world.merge(thing.person, thing.into);
      case 'unmerge':
        return world.unmerge(thing.person);
      case 'erase':
        return world.erase(thing.person);
      case 'take':
        return inTurn(thing.topic, () => stage.take(thing.topic, thing.most));
      case 'run':
        return inTurn('run', () => stage.run());
      case 'replay':
        return void replay();
      case 'crash':
        life.isOver = true;
        process = start();
    }
  };
  const done = scheduler.scheduleSequence(
    script.map((thing) => async () => {
      begin(thing);
    }),
  );
  await scheduler.waitFor(done.task);
  await scheduler.waitFor(process.ended());
  left.length = 0;
  await replay();
  await settle(process.stage, scheduler, () => (now += 60 * MINUTE));
  return { world, known, wrongs };
};

/** Until nothing is left to take and to try again. */
const settle = async (stage: Stage, scheduler: fc.Scheduler, later: () => void): Promise<void> => {
  for (let round = 0; round < 12; round += 1) {
    later();
    for (const step of [
      () => stage.take('changes', 50),
      () => stage.take('tracking', 50),
      () => stage.run(),
    ]) {
      await scheduler.waitFor(step());
    }
  }
};

describe('at any interleaving of what people do, of tries and of kills', () => {
  test('nothing is handed on without the permission, who is without it is removed, and no id is used twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(things, { minLength: 15, maxLength: 50, size: 'max' }),
        fc.record({ maxBatchSize, refusesRemovals: fc.boolean(), told: answers }),
        async (scheduler, script, receiving) => {
          const { world, known, wrongs } = await play(scheduler, script, receiving);
          expect(wrongs).toEqual([]);
          if (receiving.refusesRemovals) return;
          expect([...known.umids].filter((umid) => !world.isPermitted(umid))).toEqual([]);
          expect([...known.emails].filter((email) => !world.isPermitted(world.ownerOf(email)))).toEqual([]);
        },
      ),
      { numRuns: runs(RUNS) },
    );
  });
});
