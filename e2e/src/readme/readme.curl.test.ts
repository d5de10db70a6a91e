import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { PRINTED_ADDRESS, readWalk, withoutChance } from '../kit/readme-walk.ts';
import { run } from '../kit/run.ts';
import { firstUser, startStandalone, type Standalone } from '../kit/standalone.ts';

/** Parts what the steps print. */
const separator = '--- next step ---';

describe('the walk of the README', () => {
  let standalone: Standalone;
  let folder: string;

  const endings = useEndings();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-walk-'));
    endings.push(() => rm(folder, { recursive: true }));
    standalone = await startStandalone();
    endings.push(() => standalone.stop());
  });

  test('every step, run as printed, prints what the README says', async () => {
    const steps = await readWalk();
    expect(steps.length).toBeGreaterThanOrEqual(7);
    const script = steps.map(({ commands }) => commands).join(`echo; echo '${separator}'\n`);
    const { exitCode, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-s'], {
      cwd: folder,
      env: { ...plainEnvironment(), KITH_USERNAME: firstUser.username, KITH_PASSWORD: firstUser.password },
      input: script.replaceAll(PRINTED_ADDRESS, standalone.url),
    });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split(separator).map(withoutChance)).toEqual(
      steps.map(({ printed }) => withoutChance(printed)),
    );
  });
});
