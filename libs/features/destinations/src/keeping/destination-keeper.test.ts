import { EventEmitter, on } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import { createLive, createMetrics, silentLogger, steadyClock, type LiveSource } from '@kith/platform';
import { ampleDeadline, anAccount, createMemoryDestinationStores } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { RULES } from './destination-stage.fake.ts';
import { createPartitionedLog, type PartitionedLog } from './partitioned-log.fake.ts';
import { startDestinations, type DestinationsDeps, type RunningDestinations } from '../start-destinations.ts';
import type { DestinationsConfiguration } from '../transforming/destination.ts';
import { ACCOUNT, createWorld, type World } from './world.fake.ts';

const PLACE = { account: RULES.account, destination: RULES.name };

const configurationWith = (name: string): DestinationsConfiguration => ({
  accounts: new Map([[ACCOUNT, anAccount({ name: ACCOUNT })]]),
  pipelines: new Map(),
  destinations: [{ ...RULES, name, requires: [] }],
});

const profilesOf = (world: World): DestinationsDeps['profiles'] => ({
  load: async (_scope, { umids = [] }) => {
    const profiles = umids.flatMap((umid) => {
      const profile = world.living(umid);
      return profile === null ? [] : [{ umid, profile }];
    });
    return { device: null, current: null, owners: [], holders: [], profiles };
  },
  activities: async () => [],
});

/** What happens within one millisecond has no order. */
const untilTheClockMovesOn = async (): Promise<void> => {
  const now = Date.now();
  while (Date.now() === now) await setImmediate();
};

describe('a destination in the hands of a process', () => {
  const sent = new EventEmitter<{ delivery: [destination: string, umid: Umid] }>();
  let world: World;
  let log: PartitionedLog;
  let source: LiveSource<DestinationsConfiguration>;
  let activation: RunningDestinations;
  let deliveries: AsyncIterator<readonly unknown[]>;
  const endings = useEndings(afterEach);
  beforeEach(() => {
    world = createWorld(Date.now);
    log = createPartitionedLog(2);
    deliveries = on(sent, 'delivery') as AsyncIterator<readonly unknown[]>;
    source = createLive(configurationWith(RULES.name));
    activation = startDestinations({
      profiles: profilesOf(world),
      destinations: createMemoryDestinationStores(Date.now),
      log,
      tracking: {
        position: async () => Infinity,
        state: async (_scope, ids) => ({ knownEvents: new Set(ids), activities: new Map() }),
      },
      expressions: { evaluate: async () => [] },
      configuration: source.live,
      openDestination: async ({ name }) => ({
        transform: async (_deadline, payload) => ({ kind: 'made', payload }),
        sender: {
          maxBatchSize: 1,
          send: async (_deadline, [delivery]) => {
            sent.emit('delivery', name, delivery!.umid);
            return { kind: 'delivered' };
          },
          close: async () => undefined,
        },
        sendMs: 1_000,
      }),
      holder: 'one',
      clock: Date.now,
      steadyClock,
      random: Math.random,
      logger: silentLogger,
      metrics: createMetrics('activation'),
    });
    endings.push(() => activation.stop());
  });

  const track = (person: number): Promise<void> => {
    world.track(person);
    return log.append(person, world.tracking.at(-1)!);
  };
  /** To whom the next deliveries of a destination go. */
  const next = async (count: number, of = RULES.name): Promise<readonly number[]> => {
    const persons: number[] = [];
    while (persons.length < count) {
      const { value } = (await deliveries.next()) as IteratorYieldResult<readonly [string, Umid]>;
      const [destination, umid] = value;
      if (destination === of) persons.push(world.persons.indexOf(umid));
    }
    return persons;
  };
  const beginAgain = () =>
    activation.administration.replay(ampleDeadline(), { ...PLACE, replay: { kind: 'since', at: 0 } });

  test('begins again at another time with all partitions, though nothing comes', async () => {
    for (const person of [0, 1]) await track(person);
    expect((await next(2)).toSorted()).toEqual([0, 1]);
    await beginAgain();
    expect((await next(2)).toSorted()).toEqual([0, 1]);
  });

  test('begins again without a fault where something comes before that was noticed', async () => {
    for (const person of [0, 1]) await track(person);
    await next(2);
    await beginAgain();
    await track(0);
    // Whether the newest goes before the others or after them, depends on when it was noticed.
    expect((await next(3)).toSorted()).toEqual([0, 0, 1]);
    expect(log.faults).toEqual([]);
  });

  test('is told what happens from the moment on in which its configuration came into force', async () => {
    await track(0);
    await next(1);
    await untilTheClockMovesOn();
    source.replace(configurationWith('second'));
    await track(1);
    expect(await next(1, 'second')).toEqual([1]);
  });
});
