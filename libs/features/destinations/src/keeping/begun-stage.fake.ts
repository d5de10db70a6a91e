import type { Delivery, SendOutcome } from '@kith/ports';
import { ampleDeadline, createMemoryDestinationStores } from '@kith/testing';
import { createStage, RULES, type StageDeps } from './destination-stage.fake.ts';
import { createWorld } from './world.fake.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const DELIVERED: SendOutcome = { kind: 'delivered' };

/** A world, a store, a receiver whose answers the test gives, and a process that delivers. */
export const begun = async (deps: Partial<StageDeps> = {}) => {
  const time = { now: Date.UTC(2026, 10, 21) };
  const clock = () => time.now;
  const world = createWorld(clock);
  const destinations = createMemoryDestinationStores(clock);
  const store = destinations.of({ account: RULES.account, destination: RULES.name });
  const deadline = ampleDeadline();
  await store.control.open(deadline, { isPaused: false, since: time.now - HOUR });
  const tries: Delivery[] = [];
  const receiver: { answer(delivery: Delivery): Promise<SendOutcome> } = { answer: async () => DELIVERED };
  const sender = {
    maxBatchSize: 1,
    send: async (_deadline: unknown, deliveries: readonly Delivery[]) => {
      tries.push(...deliveries);
      return receiver.answer(deliveries[0]!);
    },
    close: async () => undefined,
  };
  const newStage = (other: Partial<StageDeps> = {}) =>
    createStage({ world, store, sender, clock, pass: async () => undefined, ...deps, ...other });
  const stage = newStage();
  const told = (): readonly string[] =>
    tries.map(({ type, umid }) => `${type.replace('kith.', '')} ${world.persons.indexOf(umid)}`);
  const counts = () => store.control.counts(deadline);
  const grantAll = async (): Promise<void> => {
    for (const person of [0, 1, 2]) world.decide(person, true);
    await stage.take('changes', 50);
    tries.length = 0;
  };
  return {
    time,
    world,
    destinations,
    store,
    deadline,
    tries,
    told,
    counts,
    receiver,
    stage,
    newStage,
    grantAll,
  };
};

export type Begun = Awaited<ReturnType<typeof begun>>;
