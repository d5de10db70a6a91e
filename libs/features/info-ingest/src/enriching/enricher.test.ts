import { expect, test } from 'vitest';
import type { EnrichmentStep } from '@kith/domain/pipeline';
import { deadlineIn } from '@kith/platform';
import type { EnrichmentQuestion, EnrichmentSource, EnrichmentSources } from '@kith/ports';
import { createEnricher } from './enricher.ts';
import { processTimer } from './open-lookups.ts';

const LONG_MS = 120_000;

const stepOf = (type: string, cache: EnrichmentStep['cache']): EnrichmentStep =>
  ({
    type,
    name: type,
    names: new Map([[type, type]]),
    feeds: new Set(['profile', 'events']),
    fallback: {},
    budgetMs: LONG_MS,
    cache,
  }) as unknown as EnrichmentStep;

const found = (name: string, value: string) => ({ kind: 'found' as const, values: { [name]: value } });

const sources = {
  userAgent: {
    keyOf: (_step, { userAgent }) => userAgent,
    look: (_deadline, _step, { userAgent }) => found('userAgent', userAgent),
  },
  geo: {
    keyOf: (_step, { address }) => address,
    look: async (_deadline, _step, { address }) => found('geo', address),
  },
} satisfies Record<string, EnrichmentSource>;

const enricher = createEnricher(
  {
    sources: sources as unknown as EnrichmentSources,
    metrics: () => () => undefined,
    clock: () => 0,
    timer: processTimer,
    logger: { warn: () => undefined },
  },
  {
    name: 'web',
    enrich: [stepOf('userAgent', { ttlMs: LONG_MS, entries: 10 }), stepOf('geo', null)],
  },
)!;

const ask = async (userAgent: string, address: string) =>
  (await enricher(deadlineIn(LONG_MS), { userAgent, address } as EnrichmentQuestion)).profile;

test('each request gets what was answered to it, whatever the steps remember of others', async () => {
  expect(await ask('A', '1')).toEqual({ userAgent: 'A', geo: '1' });
  expect(await ask('A', '2')).toEqual({ userAgent: 'A', geo: '2' });
  expect(await ask('B', '2')).toEqual({ userAgent: 'B', geo: '2' });
  expect(await ask('A', '1')).toEqual({ userAgent: 'A', geo: '1' });
});
