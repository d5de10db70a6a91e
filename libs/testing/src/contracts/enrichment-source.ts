import { describe, expect, test } from 'vitest';
import type { EnrichmentStep } from '@kith/domain/pipeline';
import type { EnrichmentQuestion, EnrichmentSource } from '@kith/ports';
import { ampleDeadline } from '../builders/scope.ts';
import { randomUmdid, randomUmid } from '../builders/ids.ts';
import { usingFixture, type Fixture } from '../kit/fixture.ts';
import { ODD_TEXTS } from '../kit/odd-texts.ts';

/** A source, a step that asks it, and questions that it can answer and cannot. */
export interface EnrichmentSourceAdapter<S extends EnrichmentStep> {
  readonly source: EnrichmentSource<S>;
  readonly step: S;
  readonly known: Partial<EnrichmentQuestion>;
  readonly unknown: Partial<EnrichmentQuestion>;
}

/** A question about nobody in particular, with these members. */
export const anEnrichmentQuestion = (members: Partial<EnrichmentQuestion> = {}): EnrichmentQuestion => ({
  account: 'demo',
  pipeline: 'web',
  umdid: randomUmdid(),
  umid: randomUmid(),
  address: '',
  userAgent: '',
  identifiers: [],
  attributes: {},
  ...members,
});

const UMID = randomUmid();

/** What every EnrichmentSource promises. */
export const defineEnrichmentSourceContract = <S extends EnrichmentStep>(
  make: () => Promise<Fixture<EnrichmentSourceAdapter<S>>>,
): void => {
  describe('the contract of a source of enrichment:', () => {
    const fixture = usingFixture(make);
    const asked = (members: Partial<EnrichmentQuestion>, deadline = ampleDeadline()) => {
      const { source, step } = fixture().adapter;
      return source.look(deadline, step, anEnrichmentQuestion(members));
    };
    const keyOf = (members: Partial<EnrichmentQuestion>): string | null => {
      const { source, step } = fixture().adapter;
      return source.keyOf(step, anEnrichmentQuestion({ ...members, umid: members.umid ?? UMID }));
    };

    test('it finds values by names that the step declares', async () => {
      const { known, step } = fixture().adapter;
      const outcome = await asked(known);
      const values = outcome.kind === 'found' ? outcome.values : {};
      expect(Object.keys(values).length).toBeGreaterThan(0);
      for (const [name, value] of Object.entries(values)) {
        expect(step.names.has(name)).toBe(true);
        expect(['string', 'number', 'boolean']).toContain(typeof value);
      }
    });

    test('the same question has the same key, and another one that is answered otherwise another', () => {
      const { known, unknown } = fixture().adapter;
      expect(keyOf(known)).toEqual(expect.any(String));
      expect(keyOf(known)).toBe(keyOf(known));
      expect(keyOf(unknown)).not.toBe(keyOf(known));
    });

    test('of whom it does not know it says so', async () => {
      const { known, unknown } = fixture().adapter;
      const outcome = await asked(unknown);
      expect(outcome).not.toEqual(await asked(known));
      expect(outcome.kind).not.toBe('failed');
    });

    test('a question that names nothing, or odd things, is no fault', async () => {
      const { known } = fixture().adapter;
      for (const text of ['', ...ODD_TEXTS]) {
        const identifiers = (known.identifiers ?? []).map(({ name }) => ({ name, value: text }));
        const attributes = Object.fromEntries(
          Object.keys(known.attributes ?? {}).map((name) => [name, text]),
        );
        const odd = { address: text, userAgent: text, identifiers, attributes };
        if (keyOf(odd) !== null) expect(await asked(odd)).toMatchObject({ kind: expect.any(String) });
      }
    });

    test('it gives up by the deadline', async () => {
      expect(await asked(fixture().adapter.known, { remainingMs: () => 0 })).toMatchObject({
        kind: expect.any(String),
      });
    });
  });
};
