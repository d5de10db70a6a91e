import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { createLifecycle } from '../process/lifecycle.ts';
import { createManagementServer } from './management-server.ts';

const lifecycle = createLifecycle(silentLogger);
const server = createManagementServer({ logger: silentLogger, metrics: createMetrics('edge'), lifecycle });
let base: string;

beforeAll(async () => {
  base = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
});

afterAll(() => server.close());

describe('the management server', () => {
  test('tells that the process lives', async () => {
    expect((await fetch(`${base}/livez`)).status).toBe(200);
  });

  test('tells why the process is not ready, and when it is', async () => {
    const starting = await fetch(`${base}/readyz`);
    expect([starting.status, await starting.json()]).toEqual([503, { ready: false, reasons: ['starting'] }]);
    lifecycle.setReady();
    const ready = await fetch(`${base}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: [] }]);
  });

  test('tells what else is to be known, for as long as it holds', async () => {
    const waits = { events: true };
    lifecycle.setReady();
    lifecycle.addNote('events wait', () => waits.events);
    const noted = await fetch(`${base}/readyz`);
    expect([noted.status, await noted.json()]).toEqual([
      200,
      { ready: true, reasons: [], notes: ['events wait'] },
    ]);
    waits.events = false;
    expect(await (await fetch(`${base}/readyz`)).json()).toEqual({ ready: true, reasons: [] });
  });

  test('tells how every check comes out where somebody asks for it', async () => {
    const store = { answers: false };
    lifecycle.setReady();
    lifecycle.addCheck('store', () => store.answers, 'the store does not answer');
    const failing = await fetch(`${base}/readyz?verbose`);
    expect([failing.status, await failing.json()]).toEqual([
      503,
      {
        ready: false,
        reasons: ['store'],
        checks: [{ name: 'store', ok: false, reason: 'the store does not answer' }],
      },
    ]);
    store.answers = true;
    const passing = await fetch(`${base}/readyz?verbose`);
    expect([passing.status, await passing.json()]).toEqual([
      200,
      { ready: true, reasons: [], checks: [{ name: 'store', ok: true }] },
    ]);
  });

  test('shows the metrics', async () => {
    const answer = await fetch(`${base}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('process_cpu_seconds_total{app="edge"}');
  });

  test('takes the process out of the traffic, for ever, and answers on', async () => {
    const left: string[] = [];
    lifecycle.onLeave(() => void left.push('left'));
    lifecycle.setReady();
    for (let times = 0; times < 2; times += 1) {
      const answer = await fetch(`${base}/leave`);
      expect([answer.status, await answer.json()]).toEqual([200, { leaving: true }]);
      lifecycle.setReady();
      expect((await fetch(`${base}/readyz`)).status).toBe(503);
    }
    expect(left).toEqual(['left']);
    expect((await fetch(`${base}/livez`)).status).toBe(200);
  });

  test('knows nothing else', async () => {
    expect((await fetch(`${base}/livez`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${base}/livez/`)).status).toBe(404);
    expect((await fetch(`${base}/`)).status).toBe(404);
  });
});
