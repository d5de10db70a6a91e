import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { startApp } from '../kit/start-app.ts';
import type { Apart } from '../suite/apart.ts';
import { hurriedConfiguration } from './import-configuration.ts';
import { HEADER, importFolder, reportOf } from './import-stage.ts';

/** How long a request of a visitor may take at the resolver, in milliseconds: less than any batch takes. */
const HURRY_MS = 50;
const CUSTOMERS = 3_000;

type Stage = { readonly apart: Apart; readonly folder: string };

/** What `kith import` counts by way of a resolver that gives up soon. */
export const defineHurried = (name: string, open: () => Promise<Stage>): void =>
  void describe(name, () => {
    let files: Awaited<ReturnType<typeof importFolder>>;
    const endings = useEndings();
    beforeAll(async () => {
      const { apart, folder } = await open();
      const { SECRETS_FILE = '' } = apart.byResolver;
      const CONFIG_FILE = await hurriedConfiguration(folder, HURRY_MS);
      const env = { ...apart.servers.environment, ...apart.inMongodb, SECRETS_FILE, CONFIG_FILE };
      const resolver = await startApp('identity-resolver', env);
      endings.push(() => resolver.stop());
      files = await importFolder({ SECRETS_FILE, CONFIG_FILE, RESOLVER_URL: resolver.url });
      endings.push(() => files.remove());
    }, 240_000);

    test('counts every customer whom nobody has seen as taken, and none as known before', async () => {
      const lines = Array.from(
        { length: CUSTOMERS },
        (_, index) => `customerId,hurried-${index},CS-OPT,true,2026-01-02T03:04:05Z\n`,
      );
      const file = await files.file('hurried.csv', `${HEADER}${lines.join('')}`);
      const report = reportOf(await files.kith('permissions', [file, '--json']));
      expect(report).toEqual({ lines: CUSTOMERS, taken: CUSTOMERS, outdated: 0, unchanged: 0, refused: [] });
    }, 120_000);
  });
