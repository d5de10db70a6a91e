import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { eventually } from '../kit/eventually.ts';
import { createVisitor } from '../kit/visitor.ts';
import { startCampaigns, type Campaigns } from './start-campaigns.ts';

const MINUTE = 60_000;
let stage: Campaigns;
const endings = useEndings();
beforeAll(async () => {
  stage = await startCampaigns();
  endings.push(() => stage.end());
}, 240_000);

test('with the apps apart a campaign system is told in order, once more where that is asked for, and to forget who is erased', async () => {
  const { apart, campaigns, configurationFile } = stage;
  const visitor = createVisitor(apart.url);
  const email = randomBytes(32).toString('hex');
  const { umid } = await visitor.info(`&email_sha256=${email}`, { permission: { MARKETING: true } });
  const names = Array.from({ length: 10 }, (_, index) => `${index}`);
  for (const name of names) await visitor.info('', { data: [{ page: { name } }] });
  const pages = () =>
    campaigns.taken
      .filter((one) => one.umid === umid && one.type === 'kith.tracking.page')
      .map(({ data }) => data['name']);
  await eventually(
    // One may come twice: an answer that is late is a call that is made again.
    async () => new Set(pages()).size,
    (count) => count >= names.length,
    MINUTE,
  );
  expect([...new Set(pages())]).toEqual(names);
  campaigns.forget();
  const replayed = await runKith(['destinations', 'replay', 'campaigns', '--since', '2020-01-01', '--yes'], {
    env: { ...apart.inMongodb, CONFIG_FILE: configurationFile },
  });
  expect(replayed).toMatchObject({ exitCode: 0 });
  await eventually(
    async () => new Set(pages()).size,
    (count) => count >= names.length,
    MINUTE,
  );
  expect([...new Set(pages())]).toEqual(names);
  const erased = await runKith(['erase', 'umid', umid, '--account', 'demo', '--reason', 'asked'], {
    env: apart.byResolver,
  });
  expect(erased).toMatchObject({ exitCode: 0 });
  const removal = await eventually(
    async () => campaigns.taken.find(({ type }) => type === 'kith.profile.removed'),
    (found) => found !== undefined,
    MINUTE,
  );
  expect(removal).toMatchObject({ umid, identifiers: [{ name: 'email_sha256', value: email }] });
  expect(campaigns.forged).toEqual([]);
});
