import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { runQuietly } from '../process/run-quietly.ts';
import { workspaceRoot } from '../process/workspace-root.ts';

const promtool = process.env['KITH_PROMTOOL'] ?? 'promtool';
const rules = (file: string): string => join(workspaceRoot, 'deploy/monitoring/rules', file);
const MINUTE_MS = 60_000;

test('Prometheus takes the rules', async () => {
  const verdict = await runQuietly(promtool, [
    'check',
    'rules',
    rules('recording.yaml'),
    rules('alerts.yaml'),
  ]);
  expect(verdict.match(/SUCCESS/g)).toHaveLength(2);
});

test(
  'alerts fire where they should, and nowhere else',
  async () => {
    expect(await runQuietly(promtool, ['test', 'rules', rules('tests.yaml')])).toContain('SUCCESS');
  },
  5 * MINUTE_MS,
);
