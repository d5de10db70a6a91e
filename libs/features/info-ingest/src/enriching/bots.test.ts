import { describe, expect, test } from 'vitest';
import type { BotKind, BotStep } from '@kith/domain/pipeline';
import {
  ampleDeadline,
  anEnrichmentQuestion,
  anEnrichmentStep,
  defineEnrichmentSourceContract,
} from '@kith/testing';
import { createBotSource } from './enricher.ts';

const KINDS: readonly BotKind[] = ['crawler', 'headless', 'tool'];

/** A header says which kind it is; anything else is a person's. */
const source = createBotSource({
  kindOf: (userAgent) => KINDS.find((kind) => kind === userAgent) ?? null,
});

const stepWith = (...also: readonly BotKind[]): BotStep => ({
  type: 'bot',
  also: new Set(also),
  ...anEnrichmentStep(['isbot']),
});

defineEnrichmentSourceContract<BotStep>(async () => ({
  adapter: { source, step: stepWith(), known: { userAgent: 'crawler' }, unknown: { userAgent: 'a person' } },
  close: async () => undefined,
}));

describe('the step for bots', () => {
  test.each<[readonly BotKind[], readonly boolean[]]>([
    [[], [true, false, false, false]],
    [['tool'], [true, false, true, false]],
    [
      ['headless', 'tool'],
      [true, true, true, false],
    ],
  ])('with also: %j counts crawlers, and those', (also, counted) => {
    const isbot = [...KINDS, 'a person'].map((userAgent) =>
      source.look(ampleDeadline(), stepWith(...also), anEnrichmentQuestion({ userAgent })),
    );
    expect(isbot).toEqual(counted.map((is) => ({ kind: 'found', values: { isbot: is } })));
  });
});
