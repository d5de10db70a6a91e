import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { createVisitor } from '../kit/visitor.ts';
import { HEADER, importFolder, reportOf, type ImportStage } from './import-stage.ts';

const CUSTOMERS = Array.from({ length: 20 }, (_, index) => `r-${index}`);
const DAYS = Array.from(
  { length: 25 },
  (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
);

/** An import among requests of the same people, wherever the profiles lie. */
export const defineRacing = (name: string, open: () => Promise<ImportStage>): void =>
  void describe(name, () => {
    let stage: ImportStage;
    let files: Awaited<ReturnType<typeof importFolder>>;
    const endings = useEndings();
    beforeAll(async () => {
      stage = await open();
      endings.push(() => stage.end());
      files = await importFolder(stage.env);
      endings.push(() => files.remove());
    }, 240_000);

    test('loses nothing of either, and grants nobody what was withdrawn meanwhile', async () => {
      const lines = DAYS.flatMap((day) => CUSTOMERS.map((id) => `customerId,${id},CS-OPT,true,${day}\n`));
      const file = await files.file('racing.csv', `${HEADER}${lines.join('')}`);
      let isOver = false;
      const importing = files.kith('permissions', [file, '--json']).finally(() => (isOver = true));
      const visits = CUSTOMERS.map(async (id) => {
        const visitor = createVisitor(stage.url);
        let count = 0;
        do {
          await visitor.info(`&customerId=${id}`, { permission: { 'CS-OPT': false } });
          count += 1;
        } while (!isOver);
        return { count, permissions: (await visitor.info('&permissions')).permissions };
      });
      const [ran, visited] = await Promise.all([importing, Promise.all(visits)]);
      const { refused, taken, outdated, unchanged } = reportOf(ran);
      expect({ refused, lines: taken + outdated + unchanged }).toEqual({ refused: [], lines: lines.length });
      for (const { permissions } of visited) expect(permissions).toEqual({ 'CS-OPT': false });
      const verified = await runKith(['consent', 'verify', '--account', 'demo', '--json'], {
        env: stage.env,
      });
      const told = visited.reduce((sum, { count }) => sum + count, 0);
      expect(JSON.parse(verified.stdout)).toMatchObject({
        profiles: CUSTOMERS.length,
        entries: lines.length + told,
        broken: [],
        brokenBuckets: [],
      });
    }, 300_000);
  });
