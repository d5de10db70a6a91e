import { describe, expect, test } from 'vitest';
import { USUAL_PATIENCE } from './back-off.ts';
import { createLine } from './line.ts';

const started = () => {
  const time = { now: 0 };
  return { time, line: createLine({ patience: USUAL_PATIENCE, clock: () => time.now, chance: () => 1 }) };
};

describe('the line to a destination', () => {
  test('goes down after five failures in a row, and up with one answer', () => {
    const { line } = started();
    for (let failures = 0; failures < 4; failures += 1) line.failed('500');
    line.answered();
    for (let failures = 0; failures < 4; failures += 1) line.failed('500');
    expect(line.isDown()).toBe(false);
    line.failed('502');
    expect([line.isDown(), line.why()]).toEqual([true, '502']);
    line.answered();
    expect(line.isDown()).toBe(false);
  });

  test('is probed after a second, and at growing pauses of a minute at most', () => {
    const { line, time } = started();
    for (let failures = 0; failures < 5; failures += 1) line.failed('500');
    const pauses = Array.from({ length: 9 }, () => {
      const pause = line.probeInMs();
      time.now += pause;
      line.sending();
      line.failed('500');
      return pause;
    });
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(pauses.at(-1)).toBe(60_000);
  });

  test('is probed no later for the failures of calls that were under way when it went down', () => {
    const { line, time } = started();
    for (let calls = 0; calls < 16; calls += 1) line.failed('it took too long');
    expect(line.probeInMs()).toBe(1_000);
    expect(line.sending()).toBe(Infinity);
    expect(line.probeInMs()).toBe(1_000);
    time.now += 1_000;
    line.sending();
    for (let calls = 0; calls < 16; calls += 1) line.failed('it took too long');
    expect(line.probeInMs()).toBe(2_000);
  });

  test('lets a probe take the time until the next one, and every call all of its time while it is up', () => {
    const { line, time } = started();
    expect(line.sending()).toBe(Infinity);
    for (let failures = 0; failures < 5; failures += 1) line.failed('it took too long');
    const times = Array.from({ length: 4 }, () => {
      time.now += line.probeInMs();
      return line.sending();
    });
    expect(times).toEqual([2_000, 4_000, 8_000, 16_000]);
    line.answered();
    expect(line.sending()).toBe(Infinity);
  });

  test('is down for as long as the receiver asks for at the first failure that asks', () => {
    const { line, time } = started();
    line.failed('429', 5_000);
    expect([line.isDown(), line.probeInMs()]).toEqual([true, 5_000]);
    time.now += 5_000;
    expect(line.probeInMs()).toBe(0);
  });

  test('is down after an answer only for what comes after it', () => {
    const { line, time } = started();
    line.failed('429', 60_000);
    line.answered();
    for (let failures = 0; failures < 5; failures += 1) line.failed('500');
    expect([line.isDown(), line.probeInMs(), time.now]).toEqual([true, 1_000, 0]);
  });
});
