import { describe, expect, test } from 'vitest';
import type { EnrichmentStep } from '@kith/domain/pipeline';
import type { EnrichmentOutcome, EnrichmentQuestion, EnrichmentSource } from '@kith/ports';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import type { StepAnswer, StepOutcome } from './step-answer.ts';
import { MAX_OPEN } from './open-lookups.ts';
import { createOwnTime, settled } from './own-time.fake.ts';
import { createStepRunner, LOOKUP_MS, FAILURES_TO_REST, REST_MS } from './step-runner.ts';

const BUDGET = 100;

const step = {
  type: 'http',
  name: 'crm',
  feeds: new Set(['response']),
  budgetMs: BUDGET,
  cache: { ttlMs: 60_000, entries: 3 },
  names: new Map([['score', 'crm.score']]),
  fallback: {},
} as unknown as EnrichmentStep;

const about = (userAgent: string): EnrichmentQuestion => ({ userAgent }) as EnrichmentQuestion;

const found = (score: unknown): EnrichmentOutcome =>
  ({ kind: 'found', values: { score, secret: 'x' } }) as EnrichmentOutcome;

interface Asked {
  readonly key: string;
  readonly answer: (outcome: EnrichmentOutcome) => void;
  readonly fail: () => void;
}

/** A step over a source whose answers the test gives, when it likes. */
const createStage = (members: Partial<EnrichmentStep> = {}, look?: EnrichmentSource['look']) => {
  const time = createOwnTime();
  const asked: Asked[] = [];
  const counted: StepOutcome[] = [];
  const rests: number[] = [];
  const source: EnrichmentSource = {
    keyOf: (_step, { userAgent }) => (userAgent === '' ? null : userAgent),
    look:
      look ??
      ((_deadline, _step, { userAgent: key }) =>
        new Promise((answer, reject) =>
          asked.push({ key, answer, fail: () => reject(new Error('broken')) }),
        )),
  };
  const run = createStepRunner({
    step: { ...step, ...members } as EnrichmentStep,
    source,
    count: (outcome) => counted.push(outcome),
    onRest: () => rests.push(time.clock()),
    ...time,
  });
  /** What somebody who asks has by now; null: they wait. */
  const ask = (key: string, waitMs = BUDGET): { answer: StepAnswer | null; readonly since: number } => {
    const asking: { answer: StepAnswer | null; readonly since: number } = {
      answer: null,
      since: time.clock(),
    };
    void Promise.resolve(run(about(key), waitMs)).then((answer) => (asking.answer = answer));
    return asking;
  };
  const fail = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      ask(`failing ${time.clock()} ${count}`);
      asked.at(-1)?.answer({ kind: 'failed', why: 'error' });
      await settled();
    }
  };
  return { time, asked, counted, rests, ask, fail };
};

const score = (value: unknown): StepAnswer =>
  ({ kind: 'answered', values: { 'crm.score': value } }) as StepAnswer;
const UNKNOWN = { kind: 'unknown' };

describe('a step of enrichment', () => {
  test('brings the values that it may add, by the names that are shown', async () => {
    const { ask, asked, counted } = createStage();
    const asking = ask('a');
    asked[0]?.answer(found(7));
    await settled();
    expect(asking.answer).toEqual(score(7));
    expect(counted).toEqual(['found']);
  });

  test.each<[unknown, string | boolean]>([
    ['x'.repeat(600), 'x'.repeat(512)],
    [`${'x'.repeat(511)}😀`, 'x'.repeat(511)],
    ['\ud800x', '\ufffdx'],
    [false, false],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [undefined, ''],
    [null, ''],
    [{ toString: 7 }, ''],
    [['a'], ''],
  ])('brings of %j what fits, and nothing where that is no value', async (value, fitting) => {
    const { ask } = createStage({}, () => found(value));
    const asking = ask('a');
    await settled();
    expect(asking.answer).toEqual(score(fitting));
  });

  test('brings all that it can add: what was not found is known not to be there', async () => {
    const names = new Map([
      ['score', 'crm.score'],
      ['tier', 'crm.tier'],
    ]);
    const { ask } = createStage({ names }, () => found(7));
    const asking = ask('a');
    await settled();
    expect(asking.answer).toEqual({ kind: 'answered', values: { 'crm.score': 7, 'crm.tier': '' } });
  });

  test('is not asked where the question names nothing', async () => {
    const { ask, asked, counted } = createStage();
    const asking = ask('');
    await settled();
    expect(asking.answer).toEqual({ kind: 'answered', values: {} });
    expect(asked).toEqual([]);
    expect(counted).toEqual(['nothing']);
  });

  test('asks once for all who ask the same at once', async () => {
    const { ask, asked } = createStage();
    const both = [ask('a'), ask('a')];
    expect(asked).toHaveLength(1);
    asked[0]?.answer(found(1));
    await settled();
    expect(both.map(({ answer }) => answer)).toEqual([score(1), score(1)]);
  });

  test.each<[string, EnrichmentOutcome, StepAnswer]>([
    ['what was found', found(1), score(1)],
    ['that nothing is known', { kind: 'nothing' }, score('')],
  ])('remembers %s for as long as it says', async (_, outcome, answer) => {
    const { ask, asked, counted, time } = createStage();
    ask('a');
    asked[0]?.answer(outcome);
    await time.pass(59_999);
    const again = ask('a');
    await settled();
    expect(again.answer).toEqual(answer);
    expect(counted.at(-1)).toBe('cached');
    await time.pass(1);
    ask('a');
    expect(asked).toHaveLength(2);
  });

  test('remembers so many answers, the oldest give way', async () => {
    const { ask, asked } = createStage();
    for (const key of ['a', 'b', 'c', 'd']) {
      ask(key);
      asked.at(-1)?.answer(found(key));
      await settled();
    }
    for (const key of ['b', 'd', 'a']) ask(key);
    expect(asked.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'a']);
  });

  test('remembers nothing where it says so, and no long key', async () => {
    for (const [cache, key] of [
      [null, 'a'],
      [step.cache, 'a'.repeat(2_000)],
    ] as const) {
      const { ask, asked } = createStage({ cache });
      for (let count = 0; count < 2; count += 1) {
        ask(key);
        asked.at(-1)?.answer(found(1));
        await settled();
      }
      expect(asked).toHaveLength(2);
    }
  });

  test('that is late is left, and what it says then is remembered', async () => {
    const { ask, asked, counted, time } = createStage();
    const asking = ask('a');
    await time.pass(BUDGET - 1);
    expect(asking.answer).toBeNull();
    await time.pass(1);
    expect(asking.answer).toEqual(UNKNOWN);
    asked[0]?.answer(found(3));
    await settled();
    const again = ask('a');
    await settled();
    expect(again.answer).toEqual(score(3));
    expect(counted).toEqual(['late', 'cached']);
  });

  test('that is late keeps nobody else waiting who asks the same', async () => {
    const { ask, asked, counted, time } = createStage();
    ask('a');
    await time.pass(BUDGET);
    const other = ask('a');
    await settled();
    expect(other.answer).toEqual(UNKNOWN);
    expect({ asked: asked.length, counted }).toEqual({ asked: 1, counted: ['late', 'late'] });
  });

  test('that never answers gives its place back', async () => {
    const { ask, asked, counted, time } = createStage();
    for (let count = 0; count < MAX_OPEN; count += 1) ask(`never ${count}`);
    ask('one more');
    await settled();
    expect(asked).toHaveLength(MAX_OPEN);
    expect(counted).toEqual(['busy']);
    await time.pass(LOOKUP_MS + REST_MS);
    ask('one more');
    expect(asked).toHaveLength(MAX_OPEN + 1);
  });

  test.each<[string, EnrichmentSource['look']]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['fails', () => ({ kind: 'failed', why: 'tooLarge' })],
  ])('whose source %s brings nothing, and no fault', async (_, look) => {
    const { ask, counted } = createStage({}, look);
    const asking = ask('a');
    await settled();
    expect(asking.answer).toEqual(UNKNOWN);
    expect(counted).toEqual(['failed']);
  });

  test('rests after failures, then one question tries it, and its answer ends the rest', async () => {
    const { ask, asked, counted, rests, fail, time } = createStage();
    await fail(FAILURES_TO_REST);
    expect(rests).toEqual([0]);
    const before = asked.length;
    const resting = ask('a');
    await settled();
    expect([resting.answer, asked.length, counted.at(-1)]).toEqual([UNKNOWN, before, 'resting']);
    await time.pass(REST_MS);
    ask('b');
    ask('c');
    expect(asked.slice(before).map(({ key }) => key)).toEqual(['b']);
    asked.at(-1)?.answer(found(1));
    await settled();
    ask('c');
    expect(asked.at(-1)?.key).toBe('c');
  });

  test('whose trial fails goes on to rest', async () => {
    const { ask, asked, rests, fail, time } = createStage();
    await fail(FAILURES_TO_REST);
    await time.pass(REST_MS);
    await fail(1);
    const before = asked.length;
    ask('a');
    expect(asked).toHaveLength(before);
    expect(rests).toHaveLength(1);
  });

  test('does not rest where failures are rare', async () => {
    const { ask, asked, fail, time } = createStage();
    for (let count = 0; count < 3 * FAILURES_TO_REST; count += 1) {
      await fail(1);
      await time.pass(REST_MS / 2);
    }
    ask('a');
    expect(asked.at(-1)?.key).toBe('a');
  });

  test('that is late for many who asked the same has failed once', async () => {
    const { ask, rests, time } = createStage();
    for (let count = 0; count < 2 * FAILURES_TO_REST; count += 1) ask('a');
    await time.pass(BUDGET);
    expect(rests).toEqual([]);
  });

  test('lets nobody wait for longer than the budget, whatever its source does and whoever asks', async () => {
    const move = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 300 }) }),
      fc.record({ kind: fc.constantFrom('answer' as const, 'fail' as const), which: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 40 }), async (moves) => {
        const { ask, asked, time, counted } = createStage();
        const asking: ReturnType<typeof ask>[] = [];
        const overdue = () =>
          asking.filter(({ answer, since }) => answer === null && time.clock() - since >= BUDGET);
        for (const one of moves) {
          if (one.kind === 'ask') asking.push(ask(one.key));
          else if (one.kind === 'pass') await time.pass(one.ms);
          else if (one.kind === 'answer') asked[one.which]?.answer(found(one.which));
          else asked[one.which]?.fail();
          await settled();
          expect(overdue()).toEqual([]);
        }
        await time.pass(BUDGET);
        expect(asking.filter(({ answer }) => answer === null)).toEqual([]);
        expect(counted).toHaveLength(asking.length);
      }),
      { numRuns: runs(200) },
    );
  });
});
