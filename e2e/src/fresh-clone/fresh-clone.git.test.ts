import { existsSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { untilLogged } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { startCommand } from '../kit/start-command.ts';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { run } from '../kit/run.ts';
import { copyTree, pnpm } from '../kit/tree-copy.ts';

/** Installing and building from nothing takes its time on a small machine. */
const fiveMinutes = 300_000;

describe('a fresh clone in an empty folder', () => {
  let folder: string;
  const endings = useEndings();
  beforeAll(async () => {
    folder = await copyTree();
    endings.push(() => rm(folder, { recursive: true, force: true }));
  });

  test(
    'the first command of the README installs, builds and starts; Ctrl-C ends it',
    async () => {
      expect(existsSync(join(folder, 'node_modules'))).toBe(false);
      const started = await startCommand('npx', ['-y', 'pnpm@12', 'start'], {
        cwd: folder,
        env: { ...plainEnvironment(), PORT: '0', MANAGEMENT_PORT: '0' },
      });
      const answer = await send(started.url, '/op/web/info');
      expect(answer.text).toMatch(/^var fcData = \{"umid":"[0-9a-f-]{36}","state":0\};/);
      expect(started.printed()).toMatch(/First user\s+admin\s+Password\s+\S+/);
      expect(started.printed()).toContain(join(folder, 'data'));

      await started.interrupt();
      await untilLogged(started, '"closer":"store","message":"closed"');
    },
    fiveMinutes,
  );

  test('commands that find a changed source at the same time each build, and answer', async () => {
    await appendFile(join(folder, 'apps/cli/src/main.ts'), '\n// Another line.\n');
    const kith = () => run(join(folder, 'kith'), ['--help'], { cwd: folder });
    for (const { exitCode, stdout, stderr } of await Promise.all([kith(), kith(), kith()])) {
      // Who comes last may find it built.
      expect(stderr).toMatch(/^(building .*\nbuilt .*\n)?$/);
      expect(stdout).toMatch(/^Usage: kith /);
      expect(exitCode).toBe(0);
    }
  });

  test(
    'the second command runs what the machine can run, and names at its end what it left out',
    async () => {
      const env = { CHROMIUM_PATH: join(folder, 'no-such-browser') };
      const { exitCode, stdout } = await pnpm(folder, ['test', 'tools/src/test', 'fcdata'], env);
      const [last, ...before] = stdout.trim().split('\n').reverse();
      expect(last).toMatch(/^[1-9]\d* passed, 0 failed$/);
      expect(exitCode).toBe(0);
      const leftOut = before.slice(0, before.indexOf('Left out:'));
      const lack = /^ {2}e2e\/src\/browser\/fcdata\.chromium\.test\.ts: needs Chromium: /;
      expect(leftOut.filter((line) => lack.test(line))).toHaveLength(1);
    },
    fiveMinutes,
  );
});
