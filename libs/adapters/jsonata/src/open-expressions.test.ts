import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { createLive, deadlineIn } from '@kith/platform';
import type { ExpressionOutcome, ExpressionQuestion, MappingOutcome } from '@kith/ports';
import { FAILURES_TO_REST, PROCESSES } from './limits.ts';
import { openExpressions, type OpenedExpressions } from './open-expressions.ts';

// A process runs what was built.
const program = new URL('../dist/evaluating-program.js', import.meta.url);

/** Longer than the system takes as an argument: it is refused at once, as it is for want of memory. */
const NOT_STARTABLE = new URL(`file:///${'x'.repeat(200_000)}`);

const GOOD = '{"action": {"name": event}}';
const NEVER_ENDS = '$match(text, /^(a+)+$/)';
// In one step: JSONata looks at the clock before each, and gives up by itself, which costs no process.
const FILLS_THE_HEAP = '$pad("", 100000000, "x")';

const opened: OpenedExpressions[] = [];
const warnings: object[] = [];

/** Stands still, so that how long a process takes to start counts for nothing. */
const clock = (): number => 0;

const open = (needed = true, from = program) => {
  const { live: isNeeded, replace } = createLive(needed);
  const warn = (fields: object): void => void warnings.push(fields);
  const kith = openExpressions({ isNeeded, logger: { warn }, program: from, clock });
  opened.push(kith);
  const ask = (
    expression: string,
    element: Readonly<Record<string, unknown>>,
    pipeline = 'web',
    ms = 60_000,
  ) =>
    kith.mapping.map(deadlineIn(ms), {
      pipeline,
      mappings: [{ name: 'own', expression }],
      element,
      receivedAt: 0,
    });
  return { ...kith, ask, reload: replace };
};

const BUSY: readonly MappingOutcome[] = [
  { kind: 'failed', why: 'busy' },
  { kind: 'failed', why: 'tooLong' },
];

/** Asks until a process is free in time: on a busy machine its start takes longer than an element waits. */
const untilMade = async (ask: () => Promise<MappingOutcome>): Promise<MappingOutcome> => {
  for (let tries = 0; tries < 5_000; tries += 1) {
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

/** Those that are left when fewer are alive: to the system, one is alive until its parent has heard of its end. */
const afterALoss = async (pids: readonly number[]): Promise<readonly number[]> => {
  while (pids.every(isAlive)) await pause(20);
  return pids.filter(isAlive);
};

const untilGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await pause(20);
};

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  warnings.length = 0;
});

/** Starts a process, gives it something that never ends, and says which one it is. */
const PARENT = `
  import { processStarter } from ${JSON.stringify(new URL('../dist/evaluating-process.js', import.meta.url).href)};
  const start = processStarter(new URL(${JSON.stringify(program.href)}));
  const child = start({
    onEnd: () => undefined,
    onReply: () => {
      const mappings = [{ name: 'own', expression: ${JSON.stringify(NEVER_ENDS)} }];
      const element = { text: 'a'.repeat(64) + '!' };
      const items = [{ kind: 'mapping', pipeline: 'web', mappings, element, receivedAt: 0 }];
      child.ask({ withinMs: 60_000, inputs: [], items });
      setTimeout(() => console.log(child.pid), 300);
    },
  });
`;

describe('own mappings in processes of their own', () => {
  test('are started where some pipeline has one, also after the configuration was read again', async () => {
    const kith = open(false);
    expect(kith.pids()).toEqual([]);
    kith.reload(true);
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
      expect(await afterALoss(before)).toHaveLength(PROCESSES - 1);
    },
  );

  test('make no half of a character, not in a name either', async () => {
    const half = String.raw`{"page": {"name": "a\ud800", "\udc00": "\ud83d\ude00"}}`;
    const kith = open();
    expect(await untilMade(() => kith.ask(half, {}))).toEqual({
      ...MADE,
      output: { page: { name: 'a\ufffd', '\ufffd': '😀' } },
    });
  });

  test('never throw where none can be started, not even when the configuration is read again', async () => {
    const kith = open(false, NOT_STARTABLE);
    kith.reload(true);
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

describe('expressions', () => {
  const evil = { owner: 'evil', expression: NEVER_ENDS, input: { text: `${'a'.repeat(64)}!` } };
  const SHARED = { n: 20, none: null };
  const about = (expression: string, input: unknown = SHARED) => ({ owner: expression, expression, input });
  const made = (output: unknown) => ({ kind: 'made', output });

  const isLate = (outcome: ExpressionOutcome, question: ExpressionQuestion | undefined): boolean =>
    outcome.kind === 'failed' && (outcome.why === 'busy' || (outcome.why === 'tooLong' && question !== evil));

  /** Asks until all are answered in time, which on a busy machine takes more than one try. */
  const evaluated = async (
    kith: ReturnType<typeof open>,
    questions: readonly ExpressionQuestion[],
    inTry: (question: ExpressionQuestion, tries: number) => ExpressionQuestion = (question) => question,
  ): Promise<readonly ExpressionOutcome[]> => {
    for (let tries = 0; tries < 5_000; tries += 1) {
      const asked = questions.map((question) => inTry(question, tries));
      const outcomes = await kith.expressions.evaluate(deadlineIn(60_000), asked);
      if (!outcomes.some((one, at) => isLate(one, questions[at]))) return outcomes;
      await pause(20);
    }
    throw new Error('no process was free in time');
  };

  test('are answered in their order, each about its own input', async () => {
    const questions = [about('n + 1'), about('none'), about('nothing'), about('1 + "a"'), about('$', [1])];
    expect(await evaluated(open(), questions)).toEqual([
      made(21),
      made(null),
      made(undefined),
      { kind: 'failed', why: 'error' },
      made([1]),
    ]);
    expect(warnings).toEqual([{ owner: '1 + "a"', why: 'error', code: 'T2002' }]);
  });

  test('none at all costs no process', async () => {
    const kith = open(false);
    expect(await kith.expressions.evaluate(deadlineIn(60_000), [])).toEqual([]);
    expect(kith.pids()).toEqual([]);
  });

  test('one that ends its process costs those before and after it nothing', async () => {
    const kith = open();
    await evaluated(kith, [about('n')]);
    // Tried too often, one and the same would rest.
    const another = (one: ExpressionQuestion, tries: number) =>
      one === evil ? { ...evil, owner: `evil ${tries}` } : one;
    const outcomes = await evaluated(kith, [about('n'), evil, about('n + 1'), about('n + 2')], another);
    expect(outcomes).toEqual([made(20), { kind: 'failed', why: 'tooLong' }, made(21), made(22)]);
  });

  test('one that takes too long again and again rests, and those beside it go on at once', async () => {
    const kith = open();
    let outcomes: readonly ExpressionOutcome[] = [];
    for (let times = 0; times <= FAILURES_TO_REST; times += 1) {
      outcomes = await evaluated(kith, [about('n'), evil, about('n + 1')]);
    }
    expect(outcomes).toEqual([made(20), { kind: 'failed', why: 'resting' }, made(21)]);
  });

  test('are answered well before the deadline, those that nobody came to as well', async () => {
    const kith = open();
    await evaluated(kith, [about('n')]);
    const outcomes = await kith.expressions.evaluate(deadlineIn(100), [evil, about('n')]);
    expect(outcomes).toEqual([
      { kind: 'failed', why: 'tooLong' },
      { kind: 'failed', why: 'busy' },
    ]);
  });
});

const isResting = (outcome: MappingOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.why === 'resting';
