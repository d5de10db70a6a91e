import { expect, test } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { embeddedTexts } from './embedded-texts.ts';

const REQUESTS = 30;
const PAGES = 500;

test('an erasure that is killed in the middle is completed by the next start', async () => {
  const env = { DATA_DIR: await newDataDir() };
  const before = await startStandalone({ dataDir: env.DATA_DIR });
  const visitor = createVisitor(before.url);
  const { umid } = await visitor.info('&customerId=cut-off', { permission: { 'CS-OPT': true } });
  const data = Array.from({ length: PAGES }, (_, index) => ({ page: { name: `cut-off-${index}` } }));
  for (let request = 0; request < REQUESTS; request += 1) await visitor.info('', { data });
  const views = String(REQUESTS * PAGES);
  await eventually(
    () => visitor.info('&attributes'),
    ({ attributes }) => attributes?.['pageViews'] === views,
  );

  const erasing = runKith(['erase', 'umid', umid, '--account', 'demo', '--reason', 'ticket 1'], { env });
  await eventually(
    () => visitor.info(),
    (answer) => answer.umid !== umid,
  );
  await before.kill9();
  await erasing;
  const left = await embeddedTexts(env.DATA_DIR);
  expect(left).toMatch(/^erasures /m);
  expect(left).toContain('cut-off-');

  const after = await startStandalone({ dataDir: env.DATA_DIR });
  await eventually(
    () => runKith(['audit', 'list', '--account', 'demo'], { env }),
    ({ stdout }) => stdout.includes('ticket 1'),
  );
  await after.stop();
  const rest = await embeddedTexts(env.DATA_DIR);
  expect(rest).not.toContain('cut-off');
  expect(rest).not.toMatch(/^erasures /m);
  await removeDataDir(env.DATA_DIR);
}, 180_000);
