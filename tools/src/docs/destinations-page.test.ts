import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import { DESTINATION_EVENTS } from '@kith/domain/destinations';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { parse } from 'yaml';
import { workspaceRoot } from '../process/workspace-root.ts';

const page = await readFile(join(workspaceRoot, 'docs/destinations.md'), 'utf8');

const examples = Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, text = '']) => text);

/** The shipped account, with a segment, and the destinations of an example. */
const configurationWith = (example: string): unknown => {
  const shipped = parse(shippedConfiguration()) as {
    accounts: { demo: Record<string, unknown> };
  };
  const segments = { regulars: '$number(attributes.pageViews) > 9' };
  Object.assign(shipped.accounts.demo, { segments, ...(parse(example) as object) });
  return shipped;
};

describe('docs/destinations.md', () => {
  test.each(examples.map((example) => [/name: (\S+)/.exec(example)?.[1] ?? '', example]))(
    'shows a destination %s that Kith takes beside the shipped configuration',
    (name, example) => {
      const checked = configurationSchema.safeParse(configurationWith(example));
      expect(checked.error?.issues ?? []).toEqual([]);
      const [first] = compileConfiguration(checked.data!).destinations;
      expect(first).toMatchObject({ account: 'demo', name });
    },
  );

  test('shows each type and each format, and names every event', () => {
    const all = examples.join('\n');
    for (const member of ['webhook', 'kafka', 'file']) expect(all).toContain(`type: ${member}`);
    for (const format of ['metaConversions', 'googleCustomerMatch'])
      expect(all).toContain(`format: ${format}`);
    expect(DESTINATION_EVENTS.filter((event) => !page.includes(`\`${event}\``))).toEqual([]);
  });
});
