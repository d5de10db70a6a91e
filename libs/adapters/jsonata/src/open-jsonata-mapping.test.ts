import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createLive, deadlineIn } from '@kith/platform';
import type { MappingOutcome } from '@kith/ports';
import { FAILURES_TO_REST, PROCESSES } from './limits.ts';
import { openJsonataMapping } from './open-jsonata-mapping.ts';
import type { JsonataMapping } from './open-jsonata-mapping.ts';

// A process runs what was built.
const program = new URL('../dist/mapping-process.js', import.meta.url);

/** Longer than the system takes as an argument: it is refused at once, as it is for want of memory. */
const NOT_STARTABLE = new URL(`file:///${'x'.repeat(200_000)}`);

// Processes start slowly on a machine that is busy with other things.
jest.setTimeout(60_000);

const GOOD = '{"action": {"name": event}}';
const NEVER_ENDS = '$match(text, /^(a+)+$/)';
const FILLS_THE_HEAP = '$split($pad("", 20000000, "x"), "")';

const opened: JsonataMapping[] = [];
const warnings: object[] = [];

/** Stands still, so that how long a process takes to start counts for nothing. */
const clock = (): number => 0;

const open = (first = GOOD, from = program) => {
  const withMapping = (expression: string | null) => ({
    pipelines: new Map([['web', { mappings: expression === null ? [] : [{ name: 'own', expression }] }]]),
  });
  const { live, replace } = createLive(withMapping(first === '' ? null : first));
  const warn = (fields: object): void => void warnings.push(fields);
  const mapping = openJsonataMapping({ configuration: live, logger: { warn }, program: from, clock });
  opened.push(mapping);
  const ask = (
    expression: string,
    element: Readonly<Record<string, unknown>>,
    pipeline = 'web',
    ms = 60_000,
  ) =>
    mapping.mapping.map(deadlineIn(ms), {
      pipeline,
      mappings: [{ name: 'own', expression }],
      element,
      receivedAt: 0,
    });
  return { ...mapping, ask, reload: (expression: string) => replace(withMapping(expression)) };
};

const BUSY: readonly MappingOutcome[] = [
  { kind: 'failed', why: 'busy' },
  { kind: 'failed', why: 'tooLong' },
];

/** Asks until a process is free in time: on a busy machine its start takes longer than an element waits. */
const untilMade = async (ask: () => Promise<MappingOutcome>): Promise<MappingOutcome> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const outcome = await ask();
    if (!BUSY.some((busy) => isDeepStrictEqual(busy, outcome))) return outcome;
    await pause(20);
  }
  throw new Error('no process was free in time');
};

const MADE = { kind: 'made', mapping: 'own', output: { action: { name: 'login' } } };

const login = (kith: ReturnType<typeof open>, pipeline = 'shop') =>
  untilMade(() => kith.ask(GOOD, { event: 'login' }, pipeline));

/** Something good between the bad, of the same pipeline. */
const untilMadeOrResting = async (kith: ReturnType<typeof open>): Promise<void> => {
  const outcome = await login(kith, 'web');
  expect([MADE, { kind: 'failed', why: 'resting' }]).toContainEqual(outcome);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const untilGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await pause(20);
};

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  warnings.length = 0;
});

describe('own mappings in processes of their own', () => {
  test('are started where some pipeline has one, also after the configuration was read again', async () => {
    const kith = open('');
    expect(kith.pids()).toEqual([]);
    kith.reload(GOOD);
    expect(kith.pids()).toHaveLength(PROCESSES);
    expect(await login(kith)).toEqual(MADE);
  });

  test.each([
    ['never ends within a step', NEVER_ENDS, ['tooLong']],
    // Whether it has ended by itself when its time is over depends on how long writing its last words takes.
    ['fills the heap at once', FILLS_THE_HEAP, ['crashed', 'tooLong']],
  ])(
    'one that %s costs its own process and nobody else, and the next is there',
    async (_, expression, why) => {
      const kith = open();
      expect(await login(kith)).toEqual(MADE);
      const before = kith.pids();
      const [evil, ...good] = await Promise.all([
        kith.ask(expression, { text: `${'a'.repeat(64)}!` }),
        ...Array.from({ length: 20 }, () => login(kith)),
      ]);
      expect(why.map((one) => ({ kind: 'failed', why: one }))).toContainEqual(evil);
      expect(good).toEqual(good.map(() => MADE));
      expect(warnings).toHaveLength(1);
      expect(JSON.stringify(warnings)).not.toContain('aaa');
      expect(await login(kith)).toEqual(MADE);
      expect(before.filter(isAlive)).toHaveLength(PROCESSES - 1);
    },
  );

  test('never throw where none can be started, not even when the configuration is read again', async () => {
    const kith = open('', NOT_STARTABLE);
    kith.reload(GOOD);
    expect(await kith.ask(GOOD, { event: 'login' }, 'web', 200)).toEqual({ kind: 'failed', why: 'busy' });
    expect(kith.pids()).toEqual([]);
  });

  test('one that takes too long now and then is left alone for a while, the others are not', async () => {
    const kith = open();
    expect(await login(kith)).toEqual(MADE);
    const outcomes: MappingOutcome[] = [];
    while (!isResting(outcomes.at(-1)) && outcomes.length < 10 * FAILURES_TO_REST) {
      outcomes.push(await kith.ask(NEVER_ENDS, { text: `${'a'.repeat(64)}!` }));
      await untilMadeOrResting(kith);
    }
    expect(outcomes.length).toBeGreaterThan(FAILURES_TO_REST);
    expect(await kith.ask(GOOD, { event: 'login' })).toEqual({ kind: 'failed', why: 'resting' });
    expect(await login(kith)).toEqual(MADE);
  });

  test('an element that finds no process in time is told so, well before the deadline', async () => {
    const kith = open();
    expect(await login(kith)).toEqual(MADE);
    const busy = Array.from({ length: PROCESSES }, () =>
      kith.ask(NEVER_ENDS, { text: `${'a'.repeat(64)}!` }),
    );
    expect(await kith.ask(GOOD, { event: 'login' }, 'shop', 100)).toEqual({ kind: 'failed', why: 'busy' });
    await Promise.all(busy);
  });

  test('end with what they belong to: in order', async () => {
    const kith = open();
    expect(await login(kith)).toEqual(MADE);
    const pids = kith.pids();
    kith.close();
    expect(await kith.ask(GOOD, { event: 'login' })).toEqual({ kind: 'failed', why: 'busy' });
    await untilGone(pids);
  });

  test('end with what they belong to: when it is killed in the middle of an evaluation that never ends', async () => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await untilGone([pid]);
  });
});

const isResting = (outcome: MappingOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.why === 'resting';

/** Starts a process, gives it something that never ends, and says which one it is. */
const PARENT = `
  import { processStarter } from ${JSON.stringify(new URL('../dist/evaluating-process.js', import.meta.url).href)};
  const start = processStarter(new URL(${JSON.stringify(program.href)}));
  const child = start({
    onEnd: () => undefined,
    onReply: () => {
      const mappings = [{ name: 'own', expression: ${JSON.stringify(NEVER_ENDS)} }];
      child.ask({ pipeline: 'web', mappings, element: { text: 'a'.repeat(64) + '!' }, receivedAt: 0 });
      setTimeout(() => console.log(child.pid), 300);
    },
  });
`;
