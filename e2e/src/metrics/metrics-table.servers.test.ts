import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { startApart, type Apart } from '../suite/apart.ts';
import { expectDocumented } from './expect-documented.ts';

const START_MS = 240_000;

let spool: string;
let apart: Apart;
beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'kith-spool-'));
  apart = await startApart({ SPOOL_DIR: spool });
  await send(apart.url, '/op/web/info');
  await send(apart.url, '/op/web/info?customerId=4711');
}, START_MS);
afterAll(async () => {
  await apart.end();
  await rm(spool, { recursive: true, force: true });
}, START_MS);

const APPS = ['info-ingest', 'identity-resolver', 'activation', 'graphql-query', 'auth-token'] as const;

test.each(APPS)('the docs have the metrics of %s, and no others', (app) =>
  expectDocumented(app, apart.suite.managementUrl(app)),
);

const metricsOf = async (app: (typeof APPS)[number]): Promise<string> =>
  (await send(apart.suite.managementUrl(app), '/metrics')).text;

/** A busy machine may leave the cache alone for a moment, and ends what nobody waits for a little later. */
const untilTold = async (app: (typeof APPS)[number], line: RegExp): Promise<void> => {
  await eventually(
    () => metricsOf(app),
    (text) => line.test(text),
  );
};

test.each([
  ['info-ingest', /^kith_dependency_call_duration_seconds_count\{[^}]*dependency="resolver"[^}]*\} [1-9]/m],
  ['info-ingest', /^kith_dependency_call_duration_seconds_count\{[^}]*dependency="redis"[^}]*\} [1-9]/m],
  ['info-ingest', /^kith_cache_up\{[^}]*\} 1$/m],
  ['identity-resolver', /^kith_resolver_group_calls_count\{[^}]*\} [1-9]/m],
  ['identity-resolver', /^kith_dependency_connections\{dependency="mongodb",state="open"[^}]*\} [1-9]/m],
] as const)('what a visit and a login cost is told by %s: %s', untilTold);

test('every partition has its lag, and nothing waits once the sink has stored all', async () => {
  const lags = await eventually(
    async () =>
      Array.from((await metricsOf('identity-resolver')).matchAll(/^kith_sink_lag_seconds\{.*\} (.+)$/gm)),
    (seen) => seen.length > 1 && seen.every(([, age]) => age === '0'),
  );
  expect(lags.length).toBeGreaterThan(1);
});
