import { expect, test } from 'vitest';
import type { SegmentMaterial } from '@kith/domain/answer';
import { attributeRules, NO_ACTIVITY } from '@kith/domain/tracking';
import { evaluateSegments } from './evaluate-segments.ts';
import type { ExpressionOutcome, ExpressionQuestion } from './expressions.ts';

const deadline = { remainingMs: () => 1_000 };

const person = (segments: Readonly<Record<string, string>>): SegmentMaterial => ({
  account: {
    name: 'demo',
    ...attributeRules(new Map()),
    identifiers: new Map(),
    permissions: new Set(),
    segments: new Map(Object.entries(segments)),
  },
  profile: {
    state: 'visitor',
    source: 'web',
    createdAt: 0,
    lastSeenAt: 0,
    identifiers: [],
    permissions: {},
  },
  activity: NO_ACTIVITY,
  now: 0,
});

/** Makes of each expression what its answer says, and remembers what was asked. */
const expressions = (outcomeOf: (question: ExpressionQuestion) => ExpressionOutcome) => {
  const asked: (readonly ExpressionQuestion[])[] = [];
  return {
    asked,
    evaluate: async (_: unknown, questions: readonly ExpressionQuestion[]) => {
      asked.push(questions);
      return questions.map(outcomeOf);
    },
  };
};

const made = (output: unknown): ExpressionOutcome => ({ kind: 'made', output });

test('a segment holds where its condition came to true; of what failed nobody can say', async () => {
  const outcomes: Readonly<Record<string, ExpressionOutcome>> = {
    '$boolean((a))': made(true),
    '$boolean((b))': made(false),
    '$boolean((c))': made(undefined),
    '$boolean((d))': { kind: 'failed', why: 'tooLong' },
  };
  const { evaluate } = expressions(({ expression }) => outcomes[expression] ?? made('?'));
  const [answers] = await evaluateSegments({ evaluate }, deadline, [
    person({ yes: 'a', no: 'b', nothing: 'c', hangs: 'd' }),
  ]);
  expect([...(answers ?? [])]).toEqual([
    ['yes', true],
    ['no', false],
    ['nothing', false],
    ['hangs', null],
  ]);
});

test('one person is one question with one input, by the owner of each segment; nobody is none', async () => {
  const { asked, evaluate } = expressions(() => made(true));
  await evaluateSegments({ evaluate }, deadline, [person({ a: 'x', b: 'y' })]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.map(({ owner }) => owner)).toEqual(['segment demo.a', 'segment demo.b']);
  expect(asked[0]?.[0]?.input).toBe(asked[0]?.[1]?.input);
  expect(await evaluateSegments({ evaluate }, deadline, [person({})])).toEqual([new Map()]);
  expect(await evaluateSegments({ evaluate }, deadline, [])).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('many persons are asked about in pieces, and each gets its own answers', async () => {
  const { asked, evaluate } = expressions(({ expression }) => made(expression.includes('x')));
  const persons = Array.from({ length: 300 }, (_, at) => person({ a: at % 2 === 0 ? 'x' : 'y', b: 'z' }));
  const answers = await evaluateSegments({ evaluate }, deadline, persons, ['a', 'unknown']);
  expect(answers.map((one) => [...one])).toEqual(persons.map((_, at) => [['a', at % 2 === 0]]));
  expect(asked.map(({ length }) => length)).toEqual([256, 44]);
});
