import { expect, test } from 'vitest';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { embeddedTexts } from './embedded-texts.ts';

const REQUESTS = 30;
const PAGES = 500;

/** A busy machine may let the kill come after the end of an erasure: then it is tried with somebody else. */
const MAX_TRIES = 5;

type Env = { readonly DATA_DIR: string };

/** Erases somebody with many events, and kills the app as soon as nobody reaches the person any more. */
const eraseAndKill = async (env: Env, name: string, reason: string): Promise<void> => {
  const standalone = await startStandalone({ dataDir: env.DATA_DIR });
  const visitor = createVisitor(standalone.url);
  const { umid } = await visitor.info(`&customerId=${name}`, { permission: { 'CS-OPT': true } });
  const data = Array.from({ length: PAGES }, (_, index) => ({ page: { name: `${name}-${index}` } }));
  for (let request = 0; request < REQUESTS; request += 1) await visitor.info('', { data });
  const views = String(REQUESTS * PAGES);
  await eventually(
    () => visitor.info('&attributes'),
    ({ attributes }) => attributes?.['pageViews'] === views,
  );
  const erasing = runKith(['erase', 'umid', umid, '--account', 'demo', '--reason', reason], { env });
  await eventually(
    () => visitor.info(),
    (answer) => answer.umid !== umid,
  );
  await standalone.kill9();
  await erasing;
};

/** Whether the store holds an erasure that has begun, and something of whom it is about. */
const isInTheMiddle = async ({ DATA_DIR }: Env, name: string): Promise<boolean> => {
  const left = await embeddedTexts(DATA_DIR);
  return /^erasures /m.test(left) && left.includes(`${name}-`);
};

test('an erasure that is killed in the middle is completed by the next start', async () => {
  const env = { DATA_DIR: await newDataDir() };
  let [tries, isKilled] = [0, false];
  while (!isKilled && tries < MAX_TRIES) {
    tries += 1;
    await eraseAndKill(env, `cut-off-${tries}`, `ticket ${tries}`);
    isKilled = await isInTheMiddle(env, `cut-off-${tries}`);
  }
  expect(isKilled).toBe(true);

  const after = await startStandalone({ dataDir: env.DATA_DIR });
  await eventually(
    () => runKith(['audit', 'list', '--account', 'demo'], { env }),
    ({ stdout }) => stdout.includes(`ticket ${tries}`),
  );
  await after.stop();
  const rest = await embeddedTexts(env.DATA_DIR);
  expect(rest).not.toContain('cut-off');
  expect(rest).not.toMatch(/^erasures /m);
  await removeDataDir(env.DATA_DIR);
});
