import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createLogger } from '../observability/logger.ts';

interface Trial {
  readonly lifecycle: Lifecycle;
  readonly hooks: EventEmitter;
  readonly exits: number[];
  readonly messages: () => string[];
}

const trial = (): Trial => {
  const lines: string[] = [];
  const exits: number[] = [];
  const hooks = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const destination = { write: (line: string) => void lines.push(line) };
  return {
    lifecycle: createLifecycle(createLogger({ name: 'edge', level: 'info', destination }), hooks),
    hooks,
    exits,
    messages: () =>
      lines
        .map((line) => JSON.parse(line) as { level: string; message: string; closer?: string })
        .map(
          ({ level, message, closer }) => `${level}: ${closer === undefined ? '' : `${closer} `}${message}`,
        ),
  };
};

describe('closing', () => {
  test('goes through the closers in reverse order, one after the other', async () => {
    const { lifecycle } = trial();
    const steps: string[] = [];
    lifecycle.onClose('store', () => void steps.push('store'));
    lifecycle.onClose('server', async () => {
      steps.push('server begins');
      await new Promise(setImmediate);
      steps.push('server ends');
    });
    await Promise.all([lifecycle.close(60_000), lifecycle.close(60_000)]);
    expect(steps).toEqual(['server begins', 'server ends', 'store']);
  });

  test('a closer that throws or hangs is logged and does not stop the others', async () => {
    const { lifecycle, messages } = trial();
    lifecycle.onClose('store', () => undefined);
    lifecycle.onClose('log', () => new Promise(() => undefined));
    lifecycle.onClose('server', () => {
      throw new Error('broken');
    });
    await lifecycle.close(1);
    expect(messages()).toEqual([
      'error: server could not be closed in order',
      'error: log could not be closed in order',
      'info: store closed',
    ]);
  });
});

describe('signals', () => {
  test('the first asks to stop, the second ends the process at once', async () => {
    const { lifecycle, hooks, exits } = trial();
    const signal = lifecycle.untilSignal();
    hooks.emit('SIGTERM');
    await expect(signal).resolves.toBe('SIGTERM');
    expect(exits).toEqual([]);
    hooks.emit('SIGINT');
    expect(exits).toEqual([1]);
  });

  test.each(['uncaughtException', 'unhandledRejection'])('%s is logged and ends the process', (event) => {
    const { lifecycle, hooks, exits, messages } = trial();
    lifecycle.exitOnFatalErrors();
    hooks.emit(event, new Error('lost'));
    expect(messages()).toEqual(['error: stopping: an error that nobody caught']);
    expect(exits).toEqual([1]);
  });
});

describe('leaving', () => {
  test('begins with the signal: unready at once, for ever, and told once', async () => {
    const { lifecycle, hooks } = trial();
    let told = 0;
    lifecycle.onLeave(() => void (told += 1));
    const signal = lifecycle.untilSignal();
    lifecycle.setReady();
    expect(lifecycle.leavingForMs()).toBe(0);
    hooks.emit('SIGTERM');
    await signal;
    lifecycle.setReady();
    lifecycle.leave();
    expect(await lifecycle.unreadyReasons()).toEqual(['stopping']);
    expect(told).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect(lifecycle.leavingForMs()).toBeGreaterThan(0);
  });
});

describe('readiness', () => {
  test('begins with the word of the app and ends when it closes', async () => {
    const { lifecycle } = trial();
    expect(await lifecycle.unreadyReasons()).toEqual(['starting']);
    lifecycle.setReady();
    expect(await lifecycle.isReady()).toBe(true);
    lifecycle.setUnready('the store does not answer');
    expect(await lifecycle.unreadyReasons()).toEqual(['the store does not answer']);
    lifecycle.setReady();
    await lifecycle.close(1_000);
    expect(await lifecycle.unreadyReasons()).toEqual(['stopping']);
  });

  test('hangs on every check', async () => {
    const { lifecycle } = trial();
    lifecycle.setReady();
    lifecycle.addCheck('good', () => true, 'it is good');
    lifecycle.addCheck('bad', () => false, 'it is bad');
    lifecycle.addCheck('broken', () => Promise.reject(new Error('no')), 'it is broken');
    const thrown = (): never => {
      throw new Error('no');
    };
    lifecycle.addCheck('thrown', thrown, () => 'it is thrown');
    expect(await lifecycle.unreadyReasons()).toEqual(['bad', 'broken', 'thrown']);
    expect(await lifecycle.isReady()).toBe(false);
    expect(await lifecycle.outcomes()).toEqual([
      { name: 'good', ok: true },
      { name: 'bad', ok: false, reason: 'it is bad' },
      { name: 'broken', ok: false, reason: 'it is broken' },
      { name: 'thrown', ok: false, reason: 'it is thrown' },
    ]);
  });
});
