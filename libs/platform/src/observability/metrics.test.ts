import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('metrics', () => {
  test('are counted, set and observed under the name of the app, beside those of the process', async () => {
    const metrics = createMetrics('edge');
    metrics.counter('bots_total', 'Bots.', ['kind']).inc({ kind: 'crawler' });
    metrics.counter('bots_total', 'Bots.', ['kind']).inc({ kind: 'crawler' }, 2);
    const crawlers = metrics.counter('bots_total', 'Bots.', ['kind']).line({ kind: 'crawler' });
    crawlers.inc();
    metrics.gauge('lag', 'Lag.').set(7);
    metrics.gauge('depth', 'Depth.', [], () => 9).set(1);
    metrics.histogram('wait_seconds', 'Wait.', [], [0.1, 1]).line().observe(0.5);
    const text = await metrics.text();
    expect(text).toContain('bots_total{kind="crawler",app="edge"} 4');
    expect(text).toContain('lag{app="edge"} 7');
    expect(text).toContain('depth{app="edge"} 9');
    expect(text).toContain('wait_seconds_bucket{le="1",app="edge"} 1');
    expect(text).toContain('process_cpu_seconds_total');
    crawlers.inc(2);
    expect(await metrics.text()).toContain('bots_total{kind="crawler",app="edge"} 6');
  });

  test('are made once for all who ask at once, and anew for who asks after something else was counted', async () => {
    const metrics = createMetrics('edge');
    let made = 0;
    metrics.gauge('texts', 'Texts.', [], () => (made += 1));
    const asked = metrics.counter('asked_total', 'Asked.');
    const first = await Promise.all(Array.from({ length: 100 }, () => metrics.text()));
    expect([made, new Set(first).size]).toEqual([1, 1]);
    const underWay = metrics.text();
    await Promise.resolve();
    asked.inc();
    const later = await Promise.all([metrics.text(), metrics.text()]);
    for (const text of later) expect(text).toContain('asked_total{app="edge"} 1');
    await underWay;
    expect(made).toBeLessThanOrEqual(3);
  });

  test('of a histogram under labels are looked up once, and add up', async () => {
    const metrics = createMetrics('edge');
    const made = (): { observe(value: number): void } =>
      metrics.histogram('wait_seconds', 'Wait.', ['at'], [0.1, 1]).line({ at: 'door' });
    made().observe(0.1);
    made().observe(0.5);
    made().observe(7);
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('wait_seconds'));
    expect(lines).toEqual([
      'wait_seconds_bucket{le="0.1",app="edge",at="door"} 1',
      'wait_seconds_bucket{le="1",app="edge",at="door"} 2',
      'wait_seconds_bucket{le="+Inf",app="edge",at="door"} 3',
      'wait_seconds_sum{app="edge",at="door"} 7.6',
      'wait_seconds_count{app="edge",at="door"} 3',
    ]);
  });

  test('of a gauge are asked for at the scrape, under labels, and left out while nobody can say', async () => {
    const metrics = createMetrics('edge');
    const asked = { fails: false };
    metrics.gauge('behind', 'Behind.', ['partition'], async () => {
      if (asked.fails) throw new Error('nobody answers');
      return [{ labels: { partition: '3' }, value: 4 }];
    });
    expect(await metrics.text()).toContain('behind{partition="3",app="edge"} 4');
    asked.fails = true;
    expect(await metrics.text()).not.toContain('behind{');
  });

  test('of two apps in one process are apart', async () => {
    const [one, other] = [createMetrics('one'), createMetrics('other')];
    one.counter('only_here_total', 'Here.').inc();
    expect(await other.text()).not.toContain('only_here_total');
  });

  test('of one name have one type', () => {
    const metrics = createMetrics('edge');
    metrics.counter('things', 'Things.');
    expect(() => metrics.gauge('things', 'Things.')).toThrow('the metric things is of another type');
  });
});
