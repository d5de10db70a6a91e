import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Unavailable, type EventLog, type LogRetention } from '@kith/ports';
import {
  ampleDeadline,
  createGate,
  deadlineIn,
  defineEventLogContract,
  manyOf,
  type Stopped,
} from '@kith/testing';
import {
  append,
  inLog,
  mend,
  openSpoolingStage,
  TOPIC,
  valuesOf,
  type SpoolingOptions,
  type SpoolingStage,
} from './spooling-stage.ts';

const stages: SpoolingStage[] = [];
afterEach(async () => {
  await Promise.all(stages.splice(0).map((stage) => stage.end()));
});

const open = async (options?: SpoolingOptions): Promise<SpoolingStage> => {
  const stage = await openSpoolingStage(options);
  stages.push(stage);
  return stage;
};

const reopen = async (stage: SpoolingStage): Promise<SpoolingStage> => {
  const next = await stage.reopen();
  stages.splice(stages.indexOf(stage), 1, next);
  return next;
};

const STOPPED: readonly Stopped[] = ['refusing', 'silent', 'mute'];

describe('a log with a spool', () => {
  test('gives everything to the log alone while that answers', async () => {
    const stage = await open();
    for (const value of manyOf(10, String)) await append(stage.log, value);
    expect(stage.spool.contents().records).toBe(0);
    expect([stage.isSpooling(), stage.lines]).toEqual([false, []]);
    expect(valuesOf(await inLog(stage))).toEqual(manyOf(10, String));
  });

  test.each(STOPPED)(
    'acknowledges what a log that is %s does not take, and gives it to it later',
    async (how) => {
      const stage = await open();
      await append(stage.log, '0');
      stage.behind.stop(how);
      await append(stage.log, '1');
      expect([stage.isSpooling(), stage.isFull(), stage.spool.contents().records]).toEqual([true, false, 1]);
      for (const value of ['2', '3']) await append(stage.log, value);
      // Who waits for the log is the drainer alone, and it begins with the oldest.
      expect(stage.behind.tries.filter(([first]) => ['2', '3'].includes(first!.value))).toEqual([]);
      await mend(stage);
      await append(stage.log, '4');
      expect([stage.isSpooling(), stage.spool.contents().records]).toEqual([false, 0]);
      expect([...new Set(valuesOf(await inLog(stage)))]).toEqual(manyOf(5, String));
      expect(stage.lines).toEqual([
        'warn events go to the spool until the log has taken all of them',
        'info the spool is drained: events go to the log again',
      ]);
    },
  );

  test('does not turn from the log because of a request that hardly has time left', async () => {
    const stage = await open();
    stage.behind.stop('silent');
    const late = stage.log.append(deadlineIn(40), TOPIC, [{ key: 'k', value: '0' }]);
    await expect(late).rejects.toThrow(Unavailable);
    expect([stage.isSpooling(), stage.lines]).toEqual([false, []]);
  });

  test('rejects with a failure in time where neither answers', async () => {
    const stage = await open({ spoolAs: (spool) => ({ ...spool, add: () => new Promise(() => undefined) }) });
    stage.behind.stop('silent');
    await expect(stage.log.append(deadlineIn(200), TOPIC, [{ key: 'k', value: '0' }])).rejects.toThrow(
      Unavailable,
    );
  });

  test('leaves what was there when it ended to the next, and that puts it before all else', async () => {
    const first = await open();
    first.behind.stop('refusing');
    for (const value of ['0', '1']) await append(first.log, value);
    const second = await reopen(first);
    expect(second.isSpooling()).toBe(true);
    const returned = second.returned.more(1, 'returns to the log');
    await append(second.log, '2');
    await returned;
    await append(second.log, '3');
    expect(valuesOf(await inLog(second))).toEqual(manyOf(4, String));
  });

  test('gives a batch again whose removal failed, and then goes on', async () => {
    const failing = { left: 1 };
    const stage = await open({
      spoolAs: (spool) => ({
        ...spool,
        remove: async (batch) => {
          if (failing.left > 0) {
            failing.left -= 1;
            throw new Unavailable('store', 'the commit failed');
          }
          return spool.remove(batch);
        },
      }),
    });
    stage.behind.stop('refusing');
    for (const value of ['0', '1']) await append(stage.log, value);
    await mend(stage);
    expect(valuesOf(await inLog(stage))).toEqual(['0', '1', '0', '1']);
  });

  test('answers those that are held up in time, and lets them go, where the disk stalls at the end', async () => {
    const [stalls, goesOn] = [createGate(), createGate()];
    let removals = 0;
    const stage = await open({
      spoolAs: (spool) => ({
        ...spool,
        remove: async (batch) => {
          removals += 1;
          if (removals > 1) {
            stalls.open();
            await goesOn.passed;
          }
          await spool.remove(batch);
          if (removals === 1) await spool.add(ampleDeadline(), TOPIC, [{ key: 'k', value: 'rest' }]);
        },
      }),
    });
    stage.behind.stop('refusing');
    await append(stage.log, '0');
    const returned = stage.returned.more(1, 'returns to the log');
    stage.behind.mend();
    await stalls.passed;
    const hasty = stage.log.append(deadlineIn(2_000), TOPIC, [{ key: 'k', value: 'hasty' }]);
    await Promise.all([hasty, append(stage.log, 'patient', 'p')]);
    expect([stage.isSpooling(), stage.spool.contents().records]).toEqual([true, 3]);
    goesOn.open();
    await returned;
    const records = await inLog(stage);
    expect([valuesOf(records), valuesOf(records, 'p')]).toEqual([['0', 'rest', 'hasty'], ['patient']]);
  });

  test('goes back to a log that takes its time, under load', async () => {
    let isSlow = false;
    const stage = await open({
      logAs: (log) => ({
        ...log,
        append: async (...all) => {
          if (isSlow) await pause(600);
          return log.append(...all);
        },
      }),
    });
    stage.behind.stop('refusing');
    await append(stage.log, '0');
    isSlow = true;
    const state = { loading: true };
    const load = manyOf(8, String).map(async (key) => {
      while (state.loading) await append(stage.log, 'x', key);
    });
    await mend(stage);
    state.loading = false;
    await Promise.all(load);
  });

  test('leaves nothing behind that the log fails to take at the very end of draining', async () => {
    const [fails, tried] = [createGate(), createGate()];
    const stage = await open({
      logAs: (log) => ({
        ...log,
        append: async (deadline, topic, records) => {
          if (records[0]?.value !== 'late' || stage.isSpooling()) return log.append(deadline, topic, records);
          tried.open();
          await fails.passed;
          throw new Unavailable('log', 'it is stopped');
        },
      }),
      spoolAs: (spool) => ({
        ...spool,
        oldest: async () => {
          const batch = await spool.oldest();
          if (batch === null) fails.open();
          return batch;
        },
      }),
    });
    const late = append(stage.log, 'late', 'late');
    await tried.passed;
    stage.behind.stop('refusing');
    await append(stage.log, '0');
    await mend(stage);
    await late;
    expect([stage.isSpooling(), stage.spool.contents().records]).toEqual([false, 0]);
    expect(valuesOf(await inLog(stage), 'late')).toEqual(['late']);
  });

  test('removes many at once, and does not give again what the log took before it failed', async () => {
    const failing = { isOn: false, at: 3 };
    const stage = await open({
      logAs: (log) => ({
        ...log,
        append: async (deadline, topic, records) => {
          if (failing.isOn) failing.at -= 1;
          if (failing.at === 0) throw new Unavailable('log', 'it is stopped');
          return log.append(deadline, topic, records);
        },
      }),
    });
    stage.behind.stop('refusing');
    const values = manyOf(4, (index) => `${index}${'x'.repeat(600 * 1024)}`);
    for (const value of values) await append(stage.log, value);
    failing.isOn = true;
    await mend(stage);
    expect(valuesOf(await inLog(stage)).map(([first]) => first)).toEqual(manyOf(4, String));
  });

  test('that takes no more refuses, says so once, and is well again when it was drained', async () => {
    const stage = await open({ mostBytes: 20_000 });
    stage.behind.stop('refusing');
    const outcomes = [];
    for (const index of manyOf(10, Number)) {
      outcomes.push(await append(stage.log, `${index}${'x'.repeat(3_000)}`).then(() => 'taken', String));
    }
    const refused = outcomes.filter((outcome) => outcome !== 'taken');
    expect(new Set(refused)).toEqual(new Set(['Unavailable: spool: it takes no more records']));
    expect(stage.isFull()).toBe(true);
    expect(stage.lines.filter((line) => line.startsWith('error'))).toHaveLength(1);
    const text = await stage.metrics.text();
    expect(text).toMatch(
      new RegExp(`kith_spool_records_total{outcome="refused",app="test"} ${refused.length}\n`),
    );
    await mend(stage);
    expect(stage.isFull()).toBe(false);
    expect(await inLog(stage)).toHaveLength(10 - refused.length);
  });

  test('refuses where the oldest has waited for too long, and keeps it', async () => {
    const time = { now: 1_000_000 };
    const stage = await open({ clock: () => time.now, maxAgeMs: 60_000 });
    stage.behind.stop('refusing');
    await append(stage.log, '0');
    time.now += 60_001;
    await expect(append(stage.log, '1')).rejects.toThrow('takes no more');
    expect([stage.isFull(), stage.spool.contents().records]).toEqual([true, 1]);
    await mend(stage);
    await append(stage.log, '2');
    expect(valuesOf(await inLog(stage))).toEqual(['0', '2']);
  });

  test('does not acknowledge what the log would never take', async () => {
    const stage = await open();
    stage.behind.stop('refusing');
    await expect(append(stage.log, 'x'.repeat(2 * 1024 * 1024))).rejects.toThrow(RangeError);
    expect(stage.spool.contents().records).toBe(0);
  });

  test('counts what it holds, how old it is, and what came of it', async () => {
    const time = { now: 1_000_000 };
    const stage = await open({ clock: () => time.now });
    stage.behind.stop('refusing');
    for (const value of ['0', '1', '2']) await append(stage.log, value);
    time.now += 1_500;
    const text = await stage.metrics.text();
    expect(text).toContain('kith_spool_records{app="test"} 3\n');
    expect(text).toMatch(/kith_spool_bytes\{app="test"\} [1-9]\d*\n/);
    expect(text).toContain('kith_spool_oldest_seconds{app="test"} 1.5\n');
    await mend(stage);
    const drained = await stage.metrics.text();
    for (const outcome of ['spooled', 'drained']) {
      expect(drained).toContain(`kith_spool_records_total{outcome="${outcome}",app="test"} 3\n`);
    }
    expect(drained).toContain('kith_spool_oldest_seconds{app="test"} 0\n');
  });

  test('keeps the order of every key through outages of all kinds under load, and loses nothing', async () => {
    const stage = await open();
    const keys = manyOf(8, (index) => `key ${index}`);
    const state = { loading: true };
    const load = keys.map(async (key) => {
      let next = 0;
      for (; state.loading; next += 1) await append(stage.log, String(next), key);
      return next;
    });
    for (const how of [...STOPPED, ...STOPPED]) {
      const [spooled] = [stage.spool.contents().records];
      stage.behind.stop(how);
      while (stage.spool.contents().records <= spooled) await append(stage.log, 'probe', 'probe');
      await mend(stage);
    }
    state.loading = false;
    const counts = await Promise.all(load);
    const records = await inLog(stage);
    for (const [index, key] of keys.entries()) {
      // What comes again is dropped by its id: the first of each counts.
      expect([...new Set(valuesOf(records, key))]).toEqual(manyOf(counts[index]!, String));
      expect(counts[index]).toBeGreaterThan(0);
    }
    expect(stage.spool.contents().records).toBe(0);
  });
});

/** Fails at every fifth append, so that all that follows goes through the spool until it is drained. */
const restless = (stage: SpoolingStage): EventLog & LogRetention => {
  let turn = 0;
  return {
    ...stage.log,
    keepFor: stage.retention.keepFor,
    append: (deadline, topic, records) => {
      turn += 1;
      if (turn % 5 === 0) stage.behind.stop('refusing');
      return stage.log.append(deadline, topic, records).finally(stage.behind.mend);
    },
  };
};

describe('a log with a spool whose log fails again and again', () => {
  defineEventLogContract(async () => {
    let stage = await openSpoolingStage();
    let adapter = restless(stage);
    return {
      get adapter() {
        return adapter;
      },
      reopen: async () => {
        stage = await stage.reopen();
        return (adapter = restless(stage));
      },
      close: () => stage.end(),
    };
  });
});
