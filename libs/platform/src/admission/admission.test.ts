import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deadlineIn } from '../concurrency/deadline.ts';
import { createMetrics } from '../observability/metrics.ts';
import { Overload } from '../errors/problem.ts';
import { createAdmission } from './admission.ts';

const AMPLE_MS = 60_000;

/** Work that ends when it is told to. */
const held = () => {
  const ends: (() => void)[] = [];
  const work = (): Promise<string> => new Promise((resolve) => ends.push(() => resolve('done')));
  return { work, begun: () => ends.length, endNext: () => ends.shift()?.() };
};

const admissionOf = (most: number, least = most) => {
  const metrics = createMetrics('test');
  return { metrics, admission: createAdmission({ work: 'testing', least, most, metrics }) };
};

const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('as much runs as may, and the rest waits in order', async () => {
  const { admission, metrics } = admissionOf(2);
  const { work, begun, endNext } = held();
  const done = Array.from({ length: 3 }, () => admission.admit(deadlineIn(AMPLE_MS), work));
  expect(begun()).toBe(2);
  expect(await metrics.text()).toMatch(/kith_overload_waiting\{work="testing",app="test"\} 1/);
  endNext();
  await done[0];
  await turns();
  expect(begun()).toBe(2);
  endNext();
  endNext();
  expect(await Promise.all(done)).toEqual(['done', 'done', 'done']);
  expect(await metrics.text()).toMatch(/kith_overload_waiting\{work="testing",app="test"\} 0/);
});

test('what has waited for all that it may is refused, and counted', async () => {
  const { admission, metrics } = admissionOf(1);
  const { work, endNext } = held();
  const first = admission.admit(deadlineIn(AMPLE_MS), work);
  await expect(admission.admit(deadlineIn(40), work)).rejects.toThrow(Overload);
  endNext();
  expect(await first).toBe('done');
  expect(await metrics.text()).toMatch(/kith_overload_refused_total\{work="testing",app="test"\} 1/);
});

test('what would have to wait too long is refused at once', async () => {
  const { admission } = admissionOf(1);
  for (let measured = 0; measured < 20; measured += 1) {
    await admission.admit(deadlineIn(AMPLE_MS), () => pause(5));
  }
  const { work, begun, endNext } = held();
  const running = admission.admit(deadlineIn(AMPLE_MS), work);
  expect(() => admission.check(deadlineIn(4))).toThrow(Overload);
  expect(() => admission.check(deadlineIn(AMPLE_MS))).not.toThrow();
  expect(begun()).toBe(1);
  endNext();
  await running;
});

test('what runs out of time is overload where there was no room, and else the fault that it is', async () => {
  const { admission } = admissionOf(2);
  const late = () =>
    admission.admit(deadlineIn(30), () => pause(40).then(() => Promise.reject(new Error('late'))));
  await expect(late()).rejects.toThrow('late');
  const both = await Promise.allSettled([late(), late()]);
  expect(both.map((one) => one.status === 'rejected' && one.reason instanceof Overload)).toEqual([
    true,
    true,
  ]);
});

test('what fails makes room too', async () => {
  const { admission } = admissionOf(1);
  const fails = admission.admit(deadlineIn(AMPLE_MS), () => Promise.reject(new Error('no')));
  await expect(fails).rejects.toThrow('no');
  expect(await admission.admit(deadlineIn(AMPLE_MS), async () => 1)).toBe(1);
});

test('quick work lets more run beside it, up to the most', async () => {
  const { admission } = admissionOf(8, 1);
  const quick = () => admission.admit(deadlineIn(AMPLE_MS), turns);
  await Promise.all(Array.from({ length: 40 }, quick));
  const { work, begun, endNext } = held();
  const many = Array.from({ length: 20 }, () => admission.admit(deadlineIn(AMPLE_MS), work));
  expect(begun()).toBe(8);
  while (begun() > 0) {
    endNext();
    await turns();
  }
  await Promise.all(many);
});

test('fifty clients that ask one after the other are never refused where the work is done in time', async () => {
  const { admission, metrics } = admissionOf(64, 16);
  const client = async (): Promise<void> => {
    for (let asked = 0; asked < 20; asked += 1) await admission.admit(deadlineIn(2_000), () => pause(2));
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect(await metrics.text()).not.toMatch(/kith_overload_refused_total\{.*\} [1-9]/);
});
