import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { eventually, untilLogged } from '../kit/eventually.ts';
import { appEnvironment } from '../kit/plain-environment.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { run } from '../kit/run.ts';
import { newDataDir } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';
import { startApart, type Apart } from '../suite/apart.ts';
import { SPOOLING, spoolState, type SpoolState } from './spool-state.ts';

const TEST_MS = 300_000;

describe('the disk spool of the edge, with a Kafka that is frozen', () => {
  let apart: Apart;
  let folder: string;
  const endings = useEndings();
  beforeAll(async () => {
    folder = await newDataDir();
    endings.push(() => removeDataDir(folder));
    apart = await startApart({ SPOOL_DIR: join(folder, 'edge'), SPOOL_MAX_BYTES: '100000' });
    endings.push(() => apart.end());
  }, TEST_MS);

  test(
    'takes events until it is full, keeps them through an end in order, and gives them to Kafka in the end',
    async () => {
      const { suite, servers, url } = apart;
      const visitor = createVisitor(url);
      let views = 0;
      const view = async (): Promise<number> => {
        const data = [{ id: `view-${views}`, page: { name: 'a page' } }];
        const { status } = await visitor.post('/op/web/info?out=json', { data });
        if (status === 200) views += 1;
        return status;
      };
      expect(await view()).toBe(200);
      // On a busy machine the first append may not be in time, and its event goes by way of the spool.
      const isEmpty = (seen: SpoolState): boolean =>
        seen.status === 200 && seen.notes.length === 0 && seen.records === 0;
      await eventually(() => spoolState(suite), isEmpty);

      await servers.pause('kafka');
      expect([await view(), await view()]).toEqual([200, 200]);
      expect(await spoolState(suite)).toEqual({ status: 200, reasons: [], notes: [SPOOLING], records: 2 });
      await suite.restart('info-ingest');
      await untilLogged(suite, '"closer":"draining"');
      expect(suite.logged()).not.toContain('could not be closed in order');
      expect(await spoolState(suite)).toEqual({ status: 200, reasons: [], notes: [SPOOLING], records: 2 });

      let status = 200;
      while (status === 200) status = await view();
      expect(status).toBe(500);
      const full = await spoolState(suite);
      expect([full.status, full.reasons]).toEqual([503, ['the spool is full']]);
      expect(full.records).toBe(views - 1);

      await servers.resume('kafka');
      await eventually(() => spoolState(suite), isEmpty);
      expect(await view()).toBe(200);
      const { attributes } = await eventually(
        () => visitor.info('&attributes'),
        (seen) => seen.attributes?.['pageViews'] === String(views),
      );
      expect(attributes).toMatchObject({ pageViews: String(views) });
      await untilLogged(suite, 'the spool takes no more events');
    },
    TEST_MS,
  );

  test('is of one edge alone: another one on its directory does not start', async () => {
    const { servers, byResolver } = apart;
    const ports = { PORT: '0', MANAGEMENT_PORT: '0' };
    const env = {
      ...appEnvironment(),
      ...servers.environment,
      ...byResolver,
      ...ports,
      SPOOL_DIR: join(folder, 'edge'),
    };
    const second = await run(process.execPath, ['apps/info-ingest/dist/main.js'], {
      cwd: workspaceRoot,
      env,
    });
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/info-ingest did not start\. .* is in use by the process \d+/);
  });
});
