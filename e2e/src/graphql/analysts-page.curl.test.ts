import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken } from '../kit/analyst.ts';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { PRINTED_ADDRESS, stepsIn, withoutChance } from '../kit/readme-walk.ts';
import { run } from '../kit/run.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';
import { seeCustomer } from './graphql-stage.ts';

/** Parts what the steps print. */
const separator = '--- next step ---';

describe('docs/graphql.md', () => {
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startStandalone();
    endings.push(() => standalone.stop());
  });

  test('every step, run as printed, prints what the page says', async () => {
    const offlineToken = await fetchOfflineToken(standalone.url);
    await seeCustomer(standalone.url);
    const steps = stepsIn(await readFile(join(workspaceRoot, 'docs/graphql.md'), 'utf8'));
    expect(steps.length).toBeGreaterThanOrEqual(6);
    const script = steps.map(({ commands }) => commands).join(`echo; echo '${separator}'\n`);
    const { exitCode, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-s'], {
      cwd: workspaceRoot,
      env: { ...plainEnvironment(), KITH_OFFLINE_TOKEN: offlineToken },
      input: script.replaceAll(PRINTED_ADDRESS, standalone.url),
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split(separator).map(withoutChance)).toEqual(
      steps.map(({ printed }) => withoutChance(printed)),
    );
  });
});
