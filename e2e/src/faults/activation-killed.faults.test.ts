import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { extentOf } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { startCampaigns, type Campaigns } from '../activation/start-campaigns.ts';
import { eventually } from '../kit/eventually.ts';
import { createVisitor } from '../kit/visitor.ts';
import { saying } from './within.ts';

const KILLS = 3;
const CUSTOMERS = 8;
const VIEWS_BETWEEN_KILLS = 10;
/** A killed activation holds its destinations for half a minute. */
const PATIENCE_MS = 180_000;

/** So many kills are of an activation that delivers; the others, of one that still waits for what the killed one holds. */
const KILLS_AT_WORK = extentOf({ short: 1, long: KILLS });

let stage: Campaigns;
const endings = useEndings();
beforeAll(async () => {
  stage = await startCampaigns();
  endings.push(() => stage.end());
}, 240_000);

test('activation killed with SIGKILL again and again delivers everything in order, and who withdrew is removed', async () => {
  const { apart, campaigns } = stage;
  let calls = 0;
  campaigns.answer(() => ({ status: (calls += 1) % 7 === 0 ? 500 : 200 }));
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const visitor = createVisitor(apart.url);
      const query = `&email_sha256=${randomBytes(32).toString('hex')}`;
      const { umid } = await visitor.info(query, { permission: { MARKETING: true } });
      return { visitor, umid };
    }),
  );
  const isTaken = (name: string): Promise<unknown> => {
    const look = async () => campaigns.taken.some(({ data }) => data['name'] === name);
    return saying(`the page view ${name} to be delivered`, eventually(look, Boolean, PATIENCE_MS));
  };
  const names: string[] = [];
  for (let kill = 0; kill <= KILLS; kill += 1) {
    for (let view = 0; view < VIEWS_BETWEEN_KILLS; view += 1) {
      const name = `${kill}-${view}`;
      names.push(name);
      await Promise.all(customers.map(({ visitor }) => visitor.info('', { data: [{ page: { name } }] })));
      if (view === 0 && kill < KILLS_AT_WORK) await isTaken(name);
    }
    if (kill === KILLS) break;
    await apart.suite.kill('activation');
    await apart.suite.restart('activation');
  }
  const firsts = (umid: string): readonly unknown[] => [
    ...new Set(
      campaigns.taken
        .filter((one) => one.umid === umid && one.type === 'kith.tracking.page')
        .map(({ data }) => data['name']),
    ),
  ];
  for (const { umid } of customers) {
    const isAll = (count: number): boolean => count >= names.length;
    const all = eventually(async () => firsts(umid).length, isAll, PATIENCE_MS);
    await saying(`${names.length} page views of ${umid} to be delivered`, all);
    expect(firsts(umid)).toEqual(names);
  }
  await Promise.all(customers.map(({ visitor }) => visitor.info('', { permission: { MARKETING: false } })));
  const removed = () =>
    new Set(campaigns.taken.filter(({ type }) => type === 'kith.profile.removed').map(({ umid }) => umid));
  const isEverybody = (count: number): boolean => count === CUSTOMERS;
  await saying(
    'everybody to be removed',
    eventually(async () => removed().size, isEverybody, PATIENCE_MS),
  );
  expect(removed()).toEqual(new Set(customers.map(({ umid }) => umid)));
}, 900_000);
