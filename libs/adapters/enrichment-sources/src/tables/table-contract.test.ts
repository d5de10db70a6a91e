import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableStep } from '@kith/domain/pipeline';
import { createLive, createMetrics } from '@kith/platform';
import { anEnrichmentStep, defineEnrichmentSourceContract, temporaryDirectory } from '@kith/testing';
import { openTableSource } from './open-table-source.ts';

const quiet = { info: () => undefined, error: () => undefined };

defineEnrichmentSourceContract<TableStep>(async () => {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'tiers.csv');
  await writeFile(file, 'customerId,tier\n1,gold\n');
  const step: TableStep = {
    type: 'table',
    file,
    format: { kind: 'csv', delimiter: ',' },
    key: { from: 'identifier', name: 'customerId', lowercase: false },
    column: 'customerId',
    ...anEnrichmentStep(['tier']),
  };
  const { source, close } = await openTableSource({
    configuration: createLive({ pipelines: new Map([['web', { enrich: [step] }]]) }).live,
    logger: quiet,
    metrics: createMetrics('test'),
    clock: Date.now,
  });
  const customer = (value: string) => ({ identifiers: [{ name: 'customerId', value }] });
  return {
    adapter: { source, step, known: customer('1'), unknown: customer('2') },
    close: async () => {
      close();
      await directory.remove();
    },
  };
});
