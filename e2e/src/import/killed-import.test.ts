import { extentOf } from '@kith/testing';
import { createRandom, printedSeed } from '@kith/testing/random';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { endState } from './end-state.ts';
import { importConfiguration } from './import-configuration.ts';
import { HEADER, importFolder, reportOf } from './import-stage.ts';
import { importUntil } from './killed-import.ts';

const LINES = Number(process.env['KITH_IMPORT_LINES'] ?? extentOf({ short: 10_000, long: 20_000 }));
/** One line in so many is refused. */
const REFUSED_EACH = 1_000;
const LONG_MS = 600_000 + LINES * 10;

const isRefused = (index: number): boolean => index % REFUSED_EACH === REFUSED_EACH - 1;
/** The last fifth of the lines tells of persons once more: of every other one something that is older. */
const personOf = (index: number, lines: number): number => index % (lines * 0.8);
const dayOf = (index: number, lines: number): string =>
  `2026-01-0${index < lines * 0.8 ? 2 : index % 2 === 0 ? 1 : 3}T00:00:00Z`;

const permissionLine = (index: number, lines: number): string =>
  `customerId,k-${personOf(index, lines)},CS-OPT,` +
  `${isRefused(index) ? 'perhaps' : String(index % 3 === 0)},${dayOf(index, lines)}\n`;

const profileLine = (index: number, lines: number): string => {
  const person = personOf(index, lines);
  const tier = isRefused(index) ? 'x'.repeat(513) : `tier-${index % 7}`;
  return `k-${person},k-${person}-${index}@example.com,${tier},${dayOf(index, lines)}\n`;
};

/** What is imported, and killed twice on the way. */
const IMPORTS = [
  { kind: 'permissions', lines: LINES, header: HEADER, line: permissionLine },
  { kind: 'profiles', lines: LINES / 2, header: 'customerId,enemail,tier,modifiedAt\n', line: profileLine },
] as const;

describe.each(IMPORTS)(
  'an import of $lines lines of $kind that is killed',
  ({ kind, lines, header, line }) => {
    const begun = Date.now();
    const folders: string[] = [];
    const endings = useEndings();
    let files: Awaited<ReturnType<typeof importFolder>>;
    let file: string;
    let CONFIG_FILE: string;
    beforeAll(async () => {
      folders.push(await newDataDir(), await newDataDir());
      endings.push(() => Promise.all(folders.map(removeDataDir)));
      files = await importFolder({});
      endings.push(() => files.remove());
      CONFIG_FILE = await importConfiguration(files.folder);
      const content = Array.from({ length: lines }, (_, index) => line(index, lines)).join('');
      file = await files.file('many.csv', `${header}${content}`);
    });

    const good = Array.from({ length: lines }, (_, index) => index).filter(
      (index) => !isRefused(index),
    ).length;
    const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, CONFIG_FILE });
    const args = (): readonly string[] => ['import', kind, file, '--account', 'demo'];
    const imported = (dataDir: string) => runKith([...args(), '--json'], { env: envOf(dataDir) });
    /** Somebody of the file, who was there before and has refused. */
    const startWithVisit = async (dataDir: string) => {
      const standalone = await startStandalone({ dataDir, env: { CONFIG_FILE } });
      await createVisitor(standalone.url).info('&customerId=k-0', { permission: { 'CS-OPT': false } });
      return standalone;
    };
    const verified = async (dataDir: string): Promise<unknown> =>
      JSON.parse(
        (await runKith(['consent', 'verify', '--account', 'demo', '--json'], { env: envOf(dataDir) })).stdout,
      );

    test(
      'twice, once with the app and once by itself, ends as if it had run once',
      async () => {
        const [dataDir, unkilled] = folders as [string, string];
        const random = createRandom(printedSeed(`an import of ${kind} killed`));
        const third = Math.floor(lines / 3);
        const first = random(third);
        const second = first + 1_000 + random(third - 1_000);
        const killed = await startWithVisit(dataDir);
        await importUntil(args(), envOf(dataDir), first, killed.kill9);
        const standalone = await startStandalone({ dataDir, env: { CONFIG_FILE } });
        await importUntil(args(), envOf(dataDir), second, null);

        const ran = await imported(dataDir);
        expect(ran.stderr).toContain('It goes on behind the first');
        await standalone.stop();

        const once = await startWithVisit(unkilled);
        await once.stop();
        const whole = reportOf(await imported(unkilled));

        const { refused, ...counts } = reportOf(ran);
        expect(refused).toEqual(whole.refused);
        expect(refused).toHaveLength(lines - good);
        expect(counts.lines).toBe(lines);
        expect(counts.taken + counts.outdated + counts.unchanged).toBe(good);

        const [state, expected] = [await endState(dataDir, begun), await endState(unkilled, begun)];
        expect(state.length).toBeGreaterThan(lines * 0.79);
        expect(state.filter((person, index) => person !== expected[index]).slice(0, 3)).toEqual([]);
        expect(state).toHaveLength(expected.length);
        expect(await verified(dataDir)).toMatchObject({ broken: [] });

        const again = reportOf(await imported(dataDir));
        expect({ taken: again.taken, rest: again.unchanged + again.outdated }).toEqual({
          taken: 0,
          rest: good,
        });
        expect(await endState(dataDir, begun)).toEqual(state);
      },
      LONG_MS,
    );
  },
);
