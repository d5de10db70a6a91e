import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';
import type { ConsentStage } from './consent-stage.ts';

type Entry = Readonly<Record<string, unknown>> & { readonly umid: string; readonly sequence: number };

/** `kith consent`. */
export const defineConsentCommands = (stage: () => ConsentStage): void => {
  const kith = (...args: readonly string[]) => runKith(['consent', ...args, '--account', 'demo'], stage());
  const listed = async (...person: readonly string[]): Promise<readonly Entry[]> =>
    JSON.parse((await kith('history', ...person, '--json')).stdout) as readonly Entry[];
  const wall = { name: 'MAIN_CS', version: 2, uxvariant: 'wall' };
  /** A customer that has absorbed a visitor who had consented. */
  const person = async (customerId: string) => {
    const [phone, laptop] = [createVisitor(stage().url), createVisitor(stage().url)];
    const shown = { notification: [wall] };
    const visitor = (await phone.info('', { permission: { 'CS-OPT': true }, ...shown })).umid;
    const { umid } = await laptop.info(`&customerId=${customerId}`, { permission: { 'CS-OM': true } });
    await phone.info(`&customerId=${customerId}`);
    await laptop.info('', { permission: { 'CS-OPT': false } });
    return { umid, visitor };
  };

  test('history lists everything, what merges brought included, by whatever names the person', async () => {
    const { umid, visitor } = await person('history-1');
    const entries = await listed('customerId', 'history-1');
    expect(
      entries.map((entry) => [entry.umid, entry['kind'], entry['name'], entry['granted'], entry['source']]),
    ).toEqual([
      [umid, 'permission', 'CS-OPT', false, 'web'],
      [umid, 'permission', 'CS-OPT', true, 'merge'],
      [umid, 'merge', undefined, undefined, 'merge'],
      [umid, 'permission', 'CS-OM', true, 'web'],
      [visitor, 'acknowledgement', 'MAIN_CS', undefined, 'web'],
      [visitor, 'permission', 'CS-OPT', true, 'web'],
    ]);
    expect(entries.at(-1)).toMatchObject({ shownWith: [wall] });
    expect(await listed('umid', visitor)).toEqual(entries);
    const text = (await kith('history', 'umid', umid)).stdout.trimEnd().split('\n');
    expect(text).toHaveLength(entries.length);
    expect(text[0]).toMatch(/web: CS-OPT withdrawn$/);
  });

  test('history goes on where an answer ends', async () => {
    const device = createVisitor(stage().url);
    for (const granted of Array.from({ length: 120 }, (_, index) => index % 2 === 0)) {
      await device.info('', { permission: { 'CS-OPT': granted }, notification: [wall] });
    }
    const { umid, notificationHistory } = await device.info('&notifications');
    expect(notificationHistory).toHaveLength(100);
    const entries = await listed('umid', umid);
    expect(entries.filter(({ kind }) => kind === 'acknowledgement')).toHaveLength(120);
    expect(entries.filter(({ kind }) => kind === 'permission')).toHaveLength(120);
  });

  test('verify finds the history of a person, and of everybody, as it was written', async () => {
    const { umid } = await person('verify-1');
    const one = await kith('verify', 'customerId', 'verify-1', '--json');
    expect([one.exitCode, JSON.parse(one.stdout)]).toEqual([0, { kind: 'intact', umid, entries: 6 }]);
    const all = await kith('verify');
    expect(all.exitCode).toBe(0);
    expect(all.stdout).toMatch(/^\d+ profiles with \d+ entries: all as they were written\n$/);
    expect(all.stderr).toBe('');
  });

  test('receipt keeps to its published schema', async () => {
    const { umid, visitor } = await person('receipt-1');
    const receipt = JSON.parse((await kith('receipt', 'customerId', 'receipt-1')).stdout) as object;
    const schema = await readFile(join(workspaceRoot, 'docs/consent-receipt.schema.json'), 'utf8');
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(JSON.parse(schema) as object);
    expect([isValid(receipt), isValid.errors]).toEqual([true, null]);
    expect(receipt).toMatchObject({
      record_header: { pii_principal_id: umid },
      party_identification: [{ party_role: 'pii_controller', party_name: 'Example Ltd' }],
      pii_processing: {
        purposes: expect.arrayContaining([
          expect.objectContaining({ purpose: 'CS-OM', event_state: 'given' }),
          expect.objectContaining({ purpose: 'CS-OPT', event_state: 'withdrawn' }),
        ]),
        privacy_notice: [expect.objectContaining(wall)],
      },
      events: expect.arrayContaining([
        expect.objectContaining({
          event_id: `${visitor}:1`,
          entity_id: visitor,
          source: 'web',
          notices: [wall],
        }),
      ]),
    });
  });

  test.each([
    ['a person whom nobody knows', ['history', 'customerId', 'nobody-has-it'], 'nobody of the account'],
    ['a receipt of nobody', ['receipt', 'customerId', 'nobody-has-it'], 'nobody of the account'],
    ['the check of nobody', ['verify', 'customerId', 'nobody-has-it'], 'nobody of the account'],
    ['a name that the account does not have', ['history', 'shoeSize', '44'], 'no identifier of that name'],
    ['a umid that is none', ['verify', 'umid', '4711'], 'must be a UUID'],
  ])('%s is a failure that says so', async (_what, args, why) => {
    const { exitCode, stdout, stderr } = await kith(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(why);
  });

  test('an account that does not exist is a failure, an identifier without a value wrong usage', async () => {
    const nowhere = await runKith(['consent', 'verify', '--account', 'nobody'], stage());
    expect(nowhere).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await kith('verify', 'customerId')).toMatchObject({ exitCode: 2, stdout: '' });
  });
};
