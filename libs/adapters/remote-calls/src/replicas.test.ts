import { describe, expect, test } from 'vitest';
import type { Address } from './addresses.ts';
import { createReplicas, type Replica } from './replicas.ts';

const address = (port: number): Address => ({ host: '192.0.2.1', port, authority: 'resolver:8084' });

const replicasOf = (...ports: readonly number[]) => {
  const time = { now: 0 };
  const replicas = createReplicas(() => time.now);
  replicas.set(ports.map(address));
  const next = (avoided?: Replica): Replica => replicas.next(avoided)!;
  const portsOf = (count: number): readonly number[] =>
    Array.from({ length: count }, () => next().address.port);
  const at = (port: number): Replica => {
    for (;;) {
      const replica = next();
      if (replica.address.port === port) return replica;
    }
  };
  const fail = (replica: Replica): void => {
    for (let times = 0; times < 3; times += 1) replica.failed();
  };
  return { time, replicas, next, portsOf, at, fail };
};

describe('the replica to ask next', () => {
  test('is each in turn where all have the same to do', () => {
    expect([...replicasOf(1, 2, 3).portsOf(9)].sort()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  test('is the one with the least to do', () => {
    const { at, portsOf } = replicasOf(1, 2);
    const busy = at(1);
    busy.began();
    expect(portsOf(4)).toEqual([2, 2, 2, 2]);
    busy.ended();
    expect(new Set(portsOf(2))).toEqual(new Set([1, 2]));
  });

  test('is another one for a call that is repeated, where there is another', () => {
    const { next } = replicasOf(1, 2);
    const first = next();
    for (let times = 0; times < 4; times += 1) expect(next(first)).not.toBe(first);
    const { next: nextOfOne } = replicasOf(1);
    expect(nextOfOne(nextOfOne()).address.port).toBe(1);
  });

  test('is none that failed several times, but for a try now and then, until one succeeds', () => {
    const { time, at, portsOf, fail } = replicasOf(1, 2);
    const broken = at(1);
    fail(broken);
    expect(portsOf(4)).toEqual([2, 2, 2, 2]);
    time.now += 5_000;
    expect(portsOf(4)).toEqual([1, 2, 2, 2]);
    broken.answers(false);
    expect(new Set(portsOf(2))).toEqual(new Set([1, 2]));
  });

  test('is one that failed for no call that is repeated', () => {
    const { time, at, next, fail } = replicasOf(1, 2, 3);
    fail(at(1));
    time.now += 5_000;
    expect(next(at(2)).address.port).toBe(3);
  });

  test('is one that failed where all have', () => {
    const { at, portsOf, fail } = replicasOf(1, 2);
    for (const port of [1, 2]) fail(at(port));
    expect(portsOf(2)).toHaveLength(2);
  });

  test('is none that leaves, for a while', () => {
    const { time, at, portsOf } = replicasOf(1, 2);
    at(1).answers(true);
    expect(portsOf(3)).toEqual([2, 2, 2]);
    time.now += 5_000;
    expect(new Set(portsOf(2))).toEqual(new Set([1, 2]));
  });

  test('is a new one at once, and none that is gone; who stays is known as it was', () => {
    const { replicas, at, portsOf, fail } = replicasOf(1, 2);
    fail(at(1));
    replicas.set([1, 3].map(address));
    expect(portsOf(3)).toEqual([3, 3, 3]);
    expect(replicas.count).toBe(2);
  });

  test('is nobody where nobody is known', () => {
    expect(replicasOf().replicas.next()).toBeNull();
  });
});
