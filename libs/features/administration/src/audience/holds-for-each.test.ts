import { describe, expect, test } from 'vitest';
import { attributeRules, NO_ACTIVITY } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { ExpressionOutcome } from '@kith/ports';
import { aProfile } from '@kith/testing';
import { holdsForEach } from './holds-for-each.ts';

const failed = (why: 'busy' | 'tooLong' | 'error'): ExpressionOutcome => ({ kind: 'failed', why });
const made: ExpressionOutcome = { kind: 'made', output: true };

const account = {
  name: 'demo',
  identifiers: new Map(),
  permissions: new Set<string>(),
  ...attributeRules(new Map()),
  segments: new Map([['all', 'true']]),
};

/** Asks about as many persons as the first round has outcomes. */
const ask = async (...rounds: readonly (readonly ExpressionOutcome[])[]) => {
  const asked: number[] = [];
  const expressions = {
    evaluate: async (_deadline: unknown, questions: readonly unknown[]) => {
      asked.push(questions.length);
      return rounds[asked.length - 1] ?? [];
    },
  };
  const material = { account, profile: aProfile(), activity: NO_ACTIVITY, now: 0 };
  const materials = (rounds[0] ?? []).map(() => material);
  const answers = await holdsForEach(expressions, deadlineIn(10_000), materials, 'all');
  return { answers, asked };
};

describe('who is asked about for an audience', () => {
  test('who took too long where others did not is asked about once more', async () => {
    const took = await ask([made, failed('tooLong'), failed('error')], [made]);
    expect(took).toEqual({ answers: [true, true, null], asked: [3, 1] });
    const again = await ask([made, failed('tooLong')], [failed('tooLong')]);
    expect(again).toEqual({ answers: [true, null], asked: [2, 1] });
  });

  test('who found no free process is asked about until there is one', async () => {
    const busy = await ask([failed('busy'), made], [failed('busy')], [made]);
    expect(busy).toEqual({ answers: [true, true], asked: [2, 1, 1] });
  });

  test('of a condition that takes everybody too long nobody is asked about again', async () => {
    expect(await ask([failed('tooLong'), failed('tooLong')])).toEqual({ answers: [null, null], asked: [2] });
  });
});
