import { expect, test } from 'vitest';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { defineAdministration } from './define-administration.ts';
import { runKith } from './run-kith.ts';

defineAdministration('an administrator, while standalone runs', async () => {
  const dataDir = await newDataDir();
  const { url, stop } = await startStandalone({ dataDir });
  return {
    url,
    env: { DATA_DIR: dataDir },
    end: async () => {
      await stop();
      await removeDataDir(dataDir);
    },
  };
});

test('with nobody running, explain and unmerge open the data itself, and standalone goes on from there', async () => {
  const env = { DATA_DIR: await newDataDir() };
  const before = await startStandalone({ dataDir: env.DATA_DIR });
  const visitor = createVisitor(before.url);
  const { umid } = await createVisitor(before.url).info('&customerId=c-1');
  const own = (await visitor.info('', { permission: { 'CS-OPT': true } })).umid;
  await visitor.info('&customerId=c-1');
  await before.stop();

  const explained = await runKith(['explain', '/op/web/info?customerId=c-1', '--json'], { env });
  expect(JSON.parse(explained.stdout)).toMatchObject({ explanation: { row: 'bind', umid } });
  const unmerged = await runKith(['unmerge', '--account', 'demo', umid], { env });
  expect(unmerged).toMatchObject({ exitCode: 0, stdout: `${own}\n` });

  const after = await startStandalone({ dataDir: env.DATA_DIR });
  const back = createVisitor(after.url, { umdid: visitor.cookie('umdid') ?? '' });
  expect(await back.info('&permissions')).toMatchObject({ umid: own, permissions: { 'CS-OPT': true } });
  await after.stop();
  await removeDataDir(env.DATA_DIR);
}, 120_000);
