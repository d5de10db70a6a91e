import { expect, test } from 'vitest';
import { createLogger, deadlineIn } from '@kith/platform';
import {
  ampleDeadline,
  anAccount,
  aSharedRecord,
  createMemoryDestinationStores,
  manyOf,
} from '@kith/testing';
import { RULES } from './destination-stage.fake.ts';
import { warnOfStranded, type StrandedDeps } from './warn-of-stranded.ts';

const CONFIGURATION = {
  accounts: new Map([RULES.account, 'another'].map((name) => [name, anAccount({ name })])),
  destinations: [RULES, { ...RULES, account: 'another', name: 'renamed' }],
};

const linesOf = async (
  destinations: StrandedDeps['destinations'],
): Promise<readonly Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const logger = createLogger({ name: 'activation', level: 'info', destination });
  await warnOfStranded({ destinations, logger, callDeadline: () => deadlineIn(1_000) }, CONFIGURATION);
  return lines;
};

test('who was given to a destination that left the configuration is told by account and destination', async () => {
  const destinations = createMemoryDestinationStores(() => 0);
  const share = (account: string, destination: string, persons: number) =>
    destinations.of({ account, destination }).shared.save(
      ampleDeadline(),
      manyOf(persons, () => aSharedRecord()),
    );
  await share(RULES.account, RULES.name, 1);
  await share(RULES.account, 'renamed', 2);
  await share('another', 'renamed', 1);
  const lines = await linesOf(destinations);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'warn', account: RULES.account, destination: 'renamed' });
  expect(lines[0]!['message']).toMatch(/^2 persons were given .* bring it back under its name/);
});

test('a store that does not answer is told, and nothing fails', async () => {
  const broken = new Error('no answer');
  const memory = createMemoryDestinationStores(() => 0);
  const lines = await linesOf({ ...memory, withSharedRecords: () => Promise.reject(broken) });
  expect(lines).toHaveLength(1);
  expect(lines[0]!['message']).toContain('is not known');
});
