import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileConfiguration } from '../compile-configuration.ts';
import { configurationSchema } from '../configuration-schema.ts';

const page = readFileSync(new URL('../../../../../docs/enrichment.md', import.meta.url), 'utf8');

const examples = Array.from(page.matchAll(/^```yaml\n(.*?)^```$/gms), ([, text = '']) => text);

/** The page shows members of a pipeline. */
const compiled = (text: string) => {
  const document = configurationSchema.parse({
    accounts: {
      demo: {
        owner: 'demo',
        identifiers: { customerId: { kind: 'login' }, email_sha256: { kind: 'login' } },
        attributes: { topCategory: { top: 'action.category' } },
        pipelines: { web: { cookie: false, identifiers: ['customerId'], ...(parse(text) as object) } },
      },
    },
  });
  return compileConfiguration(document).pipelines.get('web')!;
};

describe('the page about enrichment', () => {
  test.each(examples)('has an example that a configuration takes: %s', (text) => {
    expect(compiled(text).enrich.length).toBeGreaterThan(0);
  });

  test('has an example of every type of step', () => {
    const shown = new Set(examples.flatMap((text) => compiled(text).enrich.map(({ type }) => type)));
    expect([...shown].sort()).toEqual(['bot', 'geo', 'http', 'table', 'userAgent']);
  });
});
