import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { createLiveConfiguration } from './live-configuration.ts';
import { createLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';

interface Shops {
  readonly names: readonly string[];
  readonly port: number;
}

const FIRST: Shops = { names: ['east'], port: 1 };

/** A file that can be rewritten and read again; each reading waits for `go`. */
const trial = () => {
  const lines: string[] = [];
  const file: { content: () => Shops; readings: number } = { content: () => FIRST, readings: 0 };
  const metrics = createMetrics('trial');
  const configuration = createLiveConfiguration<Shops>(
    {
      file: 'shops.yaml',
      read: async () => {
        file.readings += 1;
        await new Promise(setImmediate);
        return file.content();
      },
      notices: ({ names }) => names.filter((name) => name === 'west').map(() => 'west is far away.'),
      fixed: ({ port }) => ({ port }),
      logger: createLogger({
        name: 'trial',
        level: 'info',
        destination: { write: (line) => void lines.push(line) },
      }),
      metrics,
      clock: () => 5_000,
    },
    FIRST,
  );
  const logged = (): string[] =>
    lines.splice(0).map((line) => {
      const { level, message } = JSON.parse(line) as { level: string; message: string };
      return `${level}: ${message}`;
    });
  return { file, metrics, logged, ...configuration };
};

describe('a live configuration', () => {
  test('takes what the file says now, with what is derived from it, and says so', async () => {
    const { file, live, reload, logged } = trial();
    const count = live.map(({ names }) => names.length);
    expect(logged()).toEqual(['info: the configuration was read']);
    file.content = () => ({ names: ['east', 'west'], port: 2 });
    await reload();
    expect([live.current().names, count.current()]).toEqual([['east', 'west'], 2]);
    expect(logged()).toEqual([
      'info: the configuration was read again and is in force',
      'warn: west is far away.',
      'warn: port takes effect at the next start',
    ]);
  });

  test('stays as it was where the file is at fault, and says why', async () => {
    const { file, live, reload, logged, metrics } = trial();
    logged();
    file.content = () => {
      throw new ConfigurationError(['shops.yaml:3:5: east.city: unknown member', 'shops.yaml:4:1: x']);
    };
    await reload();
    expect(live.current()).toBe(FIRST);
    expect(logged()).toEqual([
      'error: the configuration was not changed, the old one stays in force: shops.yaml:3:5: east.city: unknown member',
    ]);
    expect(await metrics.text()).toContain('kith_configuration_last_reload_failed{app="trial"} 1');
    file.content = () => ({ names: [], port: 1 });
    await reload();
    expect(live.current().names).toEqual([]);
    expect(await metrics.text()).toContain('kith_configuration_last_reload_failed{app="trial"} 0');
    expect(await metrics.text()).toContain(
      'kith_configuration_reloads_total{outcome="refused",app="trial"} 1',
    );
    expect(await metrics.text()).toContain('kith_configuration_loaded_timestamp_seconds{app="trial"} 5');
  });

  test('stays as it was where something derived from it cannot be made', async () => {
    const { file, live, reload, logged } = trial();
    const count = live.map(({ names }) => names.length);
    live.map(({ names }) => {
      if (names.length === 0) throw new Error('no shop is left');
    });
    logged();
    file.content = () => ({ names: [], port: 1 });
    await reload();
    expect([live.current(), count.current()]).toEqual([FIRST, 1]);
    expect(logged()).toEqual(['error: the configuration was not changed, the old one stays in force']);
  });

  test('reads once more for all who ask while it reads, and the last file wins', async () => {
    const { file, live, reload } = trial();
    file.content = () => ({ names: ['first'], port: 1 });
    const first = reload();
    await Promise.resolve();
    expect(file.readings).toBe(1);
    const others = [reload(), reload(), reload()];
    await first;
    expect(live.current().names).toEqual(['first']);
    file.content = () => ({ names: ['last'], port: 1 });
    await Promise.all(others);
    expect(live.current().names).toEqual(['last']);
    expect(file.readings).toBe(2);
  });
});
