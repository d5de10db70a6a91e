import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runKith } from '../cli/run-kith.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { HEADER, importFolder, reportOf } from './import-stage.ts';
import { importUntil } from './killed-import.ts';

const LINES = Number(process.env['KITH_IMPORT_LINES'] ?? 20_000);
/** One line in so many is refused. */
const REFUSED_EACH = 1_000;
const LONG_MS = 600_000 + LINES * 5;

const isRefused = (index: number): boolean => index % REFUSED_EACH === REFUSED_EACH - 1;
const lineOf = (index: number): string =>
  `customerId,k-${index},CS-OPT,${isRefused(index) ? 'perhaps' : String(index % 2 === 0)},2026-01-01T00:00:00Z\n`;

describe(`an import of ${LINES} lines that is killed`, () => {
  let dataDir: string;
  let standalone: Standalone | null = null;
  let files: Awaited<ReturnType<typeof importFolder>>;
  let file: string;
  beforeAll(async () => {
    dataDir = await newDataDir();
    files = await importFolder({ DATA_DIR: dataDir });
    const lines = Array.from({ length: LINES }, (_, index) => lineOf(index));
    file = await files.file('many.csv', `${HEADER}${lines.join('')}`);
  });
  afterAll(async () => {
    await standalone?.stop();
    await files.remove();
    await removeDataDir(dataDir);
  }, 60_000);

  test(
    'twice, once with the app and once by itself, ends as if it had run once',
    async () => {
      const env = { DATA_DIR: dataDir };
      const args = ['import', 'permissions', file, '--account', 'demo'];
      const first = randomInt(1, Math.floor(LINES / 3));
      const second = first + randomInt(1_000, Math.floor(LINES / 3));
      const killed = await startStandalone({ dataDir });
      const visitor = createVisitor(killed.url);
      await visitor.info('&customerId=k-0', { permission: { 'CS-OPT': false } });
      await importUntil(args, env, first, killed.kill9);
      standalone = await startStandalone({ dataDir });
      await importUntil(args, env, second, null);

      const ran = await files.kith('permissions', [file, '--json']);
      expect(ran.stderr).toContain('It goes on behind the first');
      const { refused, ...counts } = reportOf(ran);
      const wrong = Array.from({ length: LINES }, (_, index) => index).filter(isRefused);
      expect(refused.map(({ line }) => line)).toEqual(wrong.map((index) => index + 2));
      expect(counts.lines).toBe(LINES);
      expect(counts.taken + counts.outdated + counts.unchanged).toBe(LINES - wrong.length);

      // One entry of each line that was taken, and that of the visit, which was later than all of them.
      const verified = await runKith(['consent', 'verify', '--account', 'demo', '--json'], { env });
      const good = LINES - wrong.length;
      expect(JSON.parse(verified.stdout)).toMatchObject({ profiles: good, entries: good + 1, broken: [] });
      const back = createVisitor(standalone.url);
      expect((await back.info('&customerId=k-0&permissions')).permissions).toEqual({ 'CS-OPT': false });
      expect((await back.info('&customerId=k-2&permissions')).permissions).toEqual({ 'CS-OPT': true });

      const again = reportOf(await files.kith('permissions', [file, '--json']));
      expect(again).toMatchObject({ taken: 0, outdated: 0, unchanged: good });
    },
    LONG_MS,
  );
});
