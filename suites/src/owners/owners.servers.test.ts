import { beforeAll, describe, expect, test } from 'vitest';
import { BUCKET_RANGES, type ChangeEvent } from '@kith/domain/identity';
import { pause } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { openLedger, type ChangesLedger } from './changes-ledger.ts';
import { startChangingPeople } from './changing-people.ts';
import {
  openResolversStage,
  ownershipOf,
  type ResolversStage,
  type ResolverWithEdge,
} from './resolvers-stage.ts';

const PEOPLE = 24;
const CHANGES = 150;

describe('the outbox of several resolvers:', () => {
  const stages: ResolversStage[] = [];
  const ledgers: ChangesLedger[] = [];
  /** Two at least when a test begins, and when it has ended. */
  const running: ResolverWithEdge[] = [];
  const endings = useEndings();
  beforeAll(async () => {
    stages.push(await openResolversStage(endings));
    ledgers.push(await openLedger(stages[0]!, endings));
    for (let count = 0; count < 2; count += 1) running.push(await stages[0]!.start());
  });

  test('each change is published once, and a person in order, while resolvers come and go in order; shares are even within one', async () => {
    const [stage, ledger] = [stages[0]!, ledgers[0]!];
    await untilShared(running);
    const people = startChangingPeople(PEOPLE, () => running.map(({ edge }) => edge));
    await people.acknowledge(CHANGES);
    running.push(await stage.start());
    await untilShared(running);
    await people.acknowledge(CHANGES);
    const failures = (await Promise.all(running.map(ownershipOf))).map((one) => one.failures);
    const before = await ledger.members();
    expect(before).toHaveLength(3);
    const [gone] = running.splice(0, 1);
    await gone!.resolver.stop();
    // Given back by the time when it has ended: nobody has to wait for a lease to lapse.
    expect(await ledger.members()).toHaveLength(2);
    await untilShared(running);
    await people.acknowledge(CHANGES);
    await people.stop();
    await ledger.untilEmpty();
    failures.push(...(await Promise.all(running.map(ownershipOf))).map((one) => one.failures));
    const [left, published] = [await ledger.left(), await ledger.published()];
    expect(left.length).toBeGreaterThanOrEqual(3 * CHANGES);
    expectInOrder(left, published);
    // A machine on which a call fails or comes too late is no machine without faults.
    const surplus = published.length - left.length;
    process.stderr.write(
      `${published.length} records of ${left.length} changes, failures: ${failures.join()}\n`,
    );
    if (failures.every((count) => count === 0)) expect(surplus).toBe(0);
  });

  test('what a killed owner leaves is taken over: nothing is lost, and a person comes in order', async () => {
    const ledger = ledgers[0]!;
    await untilShared(running);
    const people = startChangingPeople(PEOPLE, () => running.map(({ edge }) => edge));
    for (let kills = 0; kills < 3; kills += 1) {
      await people.acknowledge(CHANGES);
      const [killed] = running.splice(0, 1);
      await killed!.resolver.kill();
      await untilShared(running);
      await killed!.resolver.restart();
      running.push(killed!);
      await untilShared(running);
    }
    await people.acknowledge(CHANGES);
    await people.stop();
    await ledger.untilEmpty();
    const [left, published] = [await ledger.left(), await ledger.published()];
    expectInOrder(left, published);
    process.stderr.write(`${published.length} records of ${left.length} changes after three kills\n`);
  });
});

/** Ends when all ranges have owners among these, in shares that are even within one. */
const untilShared = async (running: readonly ResolverWithEdge[]): Promise<void> => {
  for (;;) {
    const shares = (await Promise.all(running.map(ownershipOf))).map(({ ranges }) => ranges);
    const sum = shares.reduce((all, share) => all + share, 0);
    if (sum === BUCKET_RANGES && Math.max(...shares) - Math.min(...shares) <= 1) return;
    await pause(50);
  }
};

/** All that was left has come out, nothing else has, and the first time of each of a person's changes is in their order. */
const expectInOrder = (left: readonly ChangeEvent[], published: readonly ChangeEvent[]): void => {
  const [wanted, found] = [idsByPerson(left), idsByPerson(published)];
  expect(found.size).toBe(wanted.size);
  for (const [umid, ids] of wanted) expect(found.get(umid)).toEqual(ids);
};

/** The ids of each person's changes, each where it came first. */
const idsByPerson = (changes: readonly ChangeEvent[]): ReadonlyMap<string, readonly string[]> => {
  const people = new Map<string, Set<string>>();
  for (const { umid, id } of changes) {
    const ids = people.get(umid) ?? new Set();
    people.set(umid, ids.add(id));
  }
  return new Map(Array.from(people, ([umid, ids]) => [umid, [...ids]]));
};
