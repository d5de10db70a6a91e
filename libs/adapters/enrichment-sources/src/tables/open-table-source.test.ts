import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { TableStep } from '@kith/domain/pipeline';
import { createLive, createMetrics, deadlineIn } from '@kith/platform';
import type { EnrichmentQuestion } from '@kith/ports';
import { temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openTableSource, type OpenTables } from './open-table-source.ts';

let directory: TemporaryDirectory;
let tables: OpenTables | undefined;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await temporaryDirectory();
  endings.push(() => directory.remove());
  endings.push(() => tables?.close());
});

const stepOf = (file: string, more: Partial<TableStep> = {}): TableStep => ({
  type: 'table',
  name: 'table',
  feeds: new Set(['response']),
  budgetMs: 100,
  cache: null,
  names: new Map([['tier', 'crm.tier']]),
  fallback: {},
  file: join(directory.path, file),
  format: { kind: 'csv', delimiter: ',' },
  key: { from: 'identifier', name: 'customerId', lowercase: false },
  column: 'customerId',
  ...more,
});

const question = (customerId?: string, attributes: Record<string, string> = {}): EnrichmentQuestion => ({
  account: 'demo',
  pipeline: 'web',
  umdid: 'd' as Umdid,
  umid: 'u' as Umid,
  address: '',
  userAgent: '',
  identifiers: [
    { name: 'mt1', value: '1' },
    ...(customerId === undefined ? [] : [{ name: 'customerId', value: customerId }]),
  ],
  attributes,
});

const configurationWith = (...enrich: readonly TableStep[]) => ({
  pipelines: new Map([['web', { enrich }]]),
});

const open = async (...steps: readonly TableStep[]) => {
  const errors: string[] = [];
  const configuration = createLive(configurationWith(...steps));
  const opened = await openTableSource({
    configuration: configuration.live,
    logger: { info: () => undefined, error: (_fields, message) => errors.push(message) },
    metrics: createMetrics('test'),
    clock: Date.now,
    everyMs: 1_000_000,
  });
  tables = opened;
  const look = (step: TableStep, asked: EnrichmentQuestion) =>
    opened.source.look(deadlineIn(30_000), step, asked);
  const checkTwice = async (): Promise<void> => {
    await opened.check();
    await opened.check();
  };
  return { ...opened, look, checkTwice, errors, configuration };
};

const found = (tier: string) => ({ kind: 'found', values: { tier } });

describe('a table', () => {
  test('says at once what it knows of an identifier', async () => {
    const step = stepOf('a.csv');
    await writeFile(step.file, 'customerId,tier\n1,gold\n2,\n');
    const { look, source } = await open(step);
    expect(look(step, question('1'))).toEqual(found('gold'));
    expect(look(step, question('2'))).toEqual({ kind: 'nothing' });
    expect(look(step, question('3'))).toEqual({ kind: 'nothing' });
    expect(source.keyOf(step, question('1'))).toBe('1');
  });

  test('is found by an attribute that the answer shows', async () => {
    const step = stepOf('a.csv', { key: { from: 'attribute', name: 'topCategory' }, column: 'category' });
    await writeFile(step.file, 'category,tier\nshoes,gold\n');
    const { look, source } = await open(step);
    expect(look(step, question('1', { topCategory: 'shoes' }))).toEqual(found('gold'));
    expect(source.keyOf(step, question('1', { topCategory: '' }))).toBeNull();
    expect(source.keyOf(step, question('1'))).toBeNull();
  });

  test('is not asked about somebody without the identifier', async () => {
    const step = stepOf('a.csv');
    const { source } = await open(step);
    expect(source.keyOf(step, question())).toBeNull();
  });

  test('follows its file, and keeps what it knows where the next one is broken', async () => {
    const step = stepOf('a.csv');
    await writeFile(step.file, 'customerId,tier\n1,gold\n');
    const { look, checkTwice, errors } = await open(step);
    await writeFile(`${step.file}.new`, 'customerId,tier\n1,silver\n');
    await rename(`${step.file}.new`, step.file);
    await checkTwice();
    expect(look(step, question('1'))).toEqual(found('silver'));
    await writeFile(step.file, 'customerId,tier\n1,bronze,2\n');
    await checkTwice();
    expect(look(step, question('1'))).toEqual(found('silver'));
    expect(errors).toEqual([expect.stringContaining(`${step.file}: line 2: is no row`)]);
  });

  test('cannot say anything without its file', async () => {
    const step = stepOf('none.csv');
    const { look, errors } = await open(step);
    expect(look(step, question('1'))).toEqual({ kind: 'failed', why: 'error' });
    expect(errors).toEqual([`${step.file}: there is no such file; nothing is known of it`]);
  });

  test('comes with the configuration that names it', async () => {
    const { look, checkTwice, configuration } = await open();
    const step = stepOf('a.csv');
    await writeFile(step.file, 'customerId,tier\n1,gold\n');
    configuration.replace(configurationWith(step));
    await checkTwice();
    expect(look(step, question('1'))).toEqual(found('gold'));
  });

  test('shows each of two steps its own columns of one file', async () => {
    const one = stepOf('a.csv');
    const other = stepOf('a.csv', { names: new Map([['score', 'score']]) });
    await writeFile(one.file, 'customerId,tier,score\n1,gold,7\n');
    const { look } = await open(one, other);
    expect(look(one, question('1'))).toEqual(found('gold'));
    expect(look(other, question('1'))).toEqual({ kind: 'found', values: { score: '7' } });
  });
});
