import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open } from 'lmdb';
import { runKith } from '../cli/run-kith.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { standaloneStage } from './consent-stage.ts';
import { defineConsentSuite } from './define-consent-suite.ts';

defineConsentSuite('consent', standaloneStage);

/** Turns a withdrawal into a grant, past Kith. */
const forgeGrant = async (dataDir: string, umid: string, sequence: number): Promise<void> => {
  const root = open(join(dataDir, 'store'), { noSubdir: false, maxDbs: 64 });
  const history = root.openDB<{ fact: object }, [string, string, number]>('consent', { encoding: 'json' });
  const entry = history.get(['demo', umid, sequence]);
  if (entry === undefined) throw new Error('the withdrawal is not there');
  history.putSync(['demo', umid, sequence], { ...entry, fact: { ...entry.fact, granted: true } });
  await root.close();
};

test('with nobody running, consent verify opens the data itself, and finds what was forged meanwhile', async () => {
  const env = { DATA_DIR: await newDataDir() };
  const { url, stop } = await startStandalone({ dataDir: env.DATA_DIR });
  const visitor = createVisitor(url);
  for (const granted of [true, false, true]) await visitor.info('', { permission: { 'CS-OPT': granted } });
  const { umid } = await visitor.info();
  await stop();

  const verify = (...args: readonly string[]) =>
    runKith(['consent', 'verify', '--account', 'demo', ...args], { env });
  expect(await verify('umid', umid)).toMatchObject({ exitCode: 0 });
  await forgeGrant(env.DATA_DIR, umid, 2);
  const broken = { kind: 'broken', umid, sequence: 2, fault: 'tampered' };
  const one = await verify('umid', umid, '--json');
  expect([one.exitCode, JSON.parse(one.stdout)]).toEqual([1, broken]);
  const all = await verify();
  expect(all).toMatchObject({
    exitCode: 1,
    stdout: `${umid}: entry 2 was changed, or the one before it was\n`,
  });
  expect(all.stderr).toContain('does not hold');
  await removeDataDir(env.DATA_DIR);
}, 120_000);
