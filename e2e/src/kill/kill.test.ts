import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchAccessToken, findPerson } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type InfoAnswer } from '../kit/visitor.ts';
import { effectOf, visitUntilBroken, type BrokenVisit } from './visit-stream.ts';

const rounds = [1, 2, 3];
const devices = 24;
/** The kill comes in the middle of the stream: after this many acknowledged requests. */
const answersBeforeKill = 400;

describe('kill -9 under a stream of requests', () => {
  let dataDir: string;
  let standalone: Standalone;
  const visits: BrokenVisit[] = [];

  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
  });

  const start = async (): Promise<void> => {
    standalone = await startStandalone({ dataDir });
    endings.push(standalone.stop);
  };

  test.each(rounds)(
    'round %i is killed while requests are on their way',
    async (round) => {
      await start();
      let answers = 0;
      let killed: Promise<void> | undefined;
      const onAnswer = (): void => {
        answers += 1;
        if (answers === answersBeforeKill) killed = standalone.kill9();
      };
      const names = Array.from({ length: devices }, (_, index) => `round-${round}-device-${index}`);
      const broken = await Promise.all(names.map((name) => visitUntilBroken(standalone.url, name, onAnswer)));
      await killed;
      visits.push(...broken.filter((visit) => visit !== null));
      expect(visits).toHaveLength(round * devices);
    },
    120_000,
  );

  const seeAgain = (visit: BrokenVisit, views: number): Promise<InfoAnswer> =>
    eventually(
      () =>
        createVisitor(standalone.url, { umdid: visit.cookie }).info('&attributes&permissions&identifiers'),
      ({ attributes }) => Number(attributes?.['pageViews']) >= views,
    );

  test('after a restart nothing that was acknowledged is lost', async () => {
    await start();
    for (const visit of visits) {
      const promised = effectOf(visit.acknowledged);
      const either = effectOf([...visit.acknowledged, visit.unanswered]);
      const seen = await seeAgain(visit, promised.views);
      expect([promised.views, either.views]).toContain(Number(seen.attributes?.['pageViews']));
      expect([promised.permissions, either.permissions]).toContainEqual(seen.permissions);
    }
  }, 120_000);

  test('a request that was not answered and is sent again takes effect exactly once', async () => {
    for (const visit of visits) {
      const device = createVisitor(standalone.url, { umdid: visit.cookie });
      await device.info(visit.unanswered.query, visit.unanswered.body);
      await device.info('', { data: [{ id: 'last', page: { name: 'last' } }] });
    }
    for (const visit of visits) {
      const { views, permissions } = effectOf([...visit.acknowledged, visit.unanswered]);
      const seen = await seeAgain(visit, views + 1);
      expect(seen).toMatchObject({
        permissions,
        attributes: { pageViews: String(views + 1), lastPage: 'last' },
      });
    }
  }, 120_000);

  test('every umid that was answered and every login leads to its person', async () => {
    const token = await fetchAccessToken(standalone.url);
    for (const { name, umid, acknowledged } of visits) {
      const person = await findPerson(standalone.url, token, umid);
      expect(person?.umid).toBe(umid);
      if (acknowledged.length < 2) continue;
      expect(person).toMatchObject({
        category: 'customer',
        identifiers: [{ name: 'customerId', value: name }],
      });
    }
  }, 120_000);
});
