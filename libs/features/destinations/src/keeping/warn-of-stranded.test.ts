import { expect, test } from 'vitest';
import { createLogger, deadlineIn } from '@kith/platform';
import { aGiven, anAccount, createMemoryDeliveryStore, scopeOf } from '@kith/testing';
import { RULES } from './destination-stage.fake.ts';
import { tellStranded } from './warn-of-stranded.ts';
import type { StrandedNeeds } from './warn-of-stranded.ts';

const CONFIGURATION = {
  accounts: new Map([RULES.account, 'another'].map((name) => [name, anAccount({ name })])),
  destinations: [RULES, { ...RULES, account: 'another', name: 'renamed' }],
};

const linesOf = async (
  deliveries: StrandedNeeds['deliveries'],
): Promise<readonly Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const logger = createLogger({ name: 'activation', level: 'info', destination });
  await tellStranded({ deliveries, logger, callDeadline: () => deadlineIn(1_000) }, CONFIGURATION);
  return lines;
};

test('who was given to a destination that left the configuration is told by account and destination', async () => {
  const deliveries = createMemoryDeliveryStore(() => 0);
  await deliveries.noteGiven(scopeOf(RULES.account), RULES.name, [aGiven()]);
  await deliveries.noteGiven(scopeOf(RULES.account), 'renamed', [aGiven(), aGiven()]);
  await deliveries.noteGiven(scopeOf('another'), 'renamed', [aGiven()]);
  const lines = await linesOf(deliveries);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'warn', account: RULES.account, destination: 'renamed' });
  expect(lines[0]!['message']).toMatch(/^2 persons were given .* bring it back under its name/);
});

test('a store that does not answer is told, and nothing fails', async () => {
  const broken = new Error('no answer');
  const memory = createMemoryDeliveryStore(() => 0);
  const lines = await linesOf({ ...memory, notedDestinations: () => Promise.reject(broken) });
  expect(lines).toHaveLength(1);
  expect(lines[0]!['message']).toContain('is not known');
});
