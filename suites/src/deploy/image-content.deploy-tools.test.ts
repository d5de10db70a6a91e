import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Environment } from '@kith/platform';
import { SHIPPED_CONFIGURATION } from '@kith/testing/shipped-configuration';
import { useEndings } from '@kith/testing/use-endings';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import { imageEnvironment, readStages } from './dockerfile.ts';

/** The packages as the Dockerfile lays them into images. */
const packages = [
  ['info-ingest', '@kith/info-ingest-app'],
  ['identity-resolver', '@kith/identity-resolver-app'],
  ['activation', '@kith/activation-app'],
  ['graphql-query', '@kith/graphql-query-app'],
  ['auth-token', '@kith/auth-token-app'],
] as const;
/** Pages whose files lie in packages beside the program. */
const BESIDE = ['/demo', '/graphql', '/op/web/tag.js'];
/** The program of the processes that evaluate expressions; without a parent it loads what it imports, and ends. */
const EVALUATING = 'node_modules/@kith/jsonata/dist/evaluating-program.js';
let folder: string;
const endings = useEndings();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-image-'));
  endings.push(() => rm(folder, { recursive: true }));
});

const layImage = async (app: string, name: string): Promise<string> => {
  const target = join(folder, app);
  await runQuietly(process.execPath, [join(workspaceRoot, 'deploy/lay-image.mjs'), name, target]);
  return target;
};

const startIn = (cwd: string, env: Environment): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ['dist/main.js'], { cwd, env: { ...env } });

/** What a program says until it says this. */
const saidUntil = async (child: ChildProcessWithoutNullStreams, last: RegExp): Promise<string> => {
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (last.test(line)) return lines.join('\n');
  }
  throw new Error(`it ended without a line like ${last.source}`);
};

const addressIn = (said: string, place: RegExp): string => place.exec(said)?.[1] ?? '';

const errorsOf = async (child: ChildProcessWithoutNullStreams): Promise<string> => {
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString('utf8');
};

const get = async (
  url: string,
): Promise<{ readonly url: string; readonly ok: boolean; readonly text: string }> => {
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  return { url, ok: answer.ok, text: await answer.text() };
};

/** Which of these pages, and of the files that they load, are not answered. */
const unanswered = async (site: string, paths: readonly string[]): Promise<readonly string[]> => {
  const pages = await Promise.all(paths.map((path) => get(`${site}${path}`)));
  const loaded = pages.flatMap(({ text }) => Array.from(text.matchAll(/"((?:graphql|demo|op)\/[^"]+)"/g)));
  const files = await Promise.all(loaded.map(([, file]) => get(`${site}/${file}`)));
  expect(files.length).toBeGreaterThan(pages.length);
  return [...pages, ...files].filter(({ ok }) => !ok).map(({ url }) => url);
};

describe('what the Dockerfile lays into an image', () => {
  test.each(packages)(
    '%s finds every package that it imports, and asks for its settings',
    async (app, name) => {
      const target = await layImage(app, name);
      expect(new Set(await readdir(target))).toEqual(
        new Set(['LICENSE', 'NOTICE', 'config', 'dist', 'node_modules', 'package.json']),
      );
      if (app !== 'auth-token') await runQuietly(process.execPath, [join(target, EVALUATING)]);
      const child = startIn(target, {});
      expect(await errorsOf(child)).toMatch(new RegExp(`^${app} did not start\\. [A-Z_]+: is missing\n`));
      expect(child.exitCode).toBe(1);
    },
  );

  test('standalone starts with the environment of its image, is ready, and ends in order', async () => {
    const target = await layImage('standalone', '@kith/standalone');
    await copyFile(SHIPPED_CONFIGURATION, join(target, 'config/kith.yaml'));
    const image = imageEnvironment(await readStages(), 'standalone');
    const own = { HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', DATA_DIR: join(folder, 'data') };
    const child = startIn(target, { ...image, ...own });
    const said = await saidUntil(child, /Management/);
    const management = addressIn(said, /Management +(http:\/\/\S+)\/readyz/);
    expect((await fetch(`${management}/livez`)).status).toBe(200);
    expect(await unanswered(addressIn(said, /Demo +(http:\/\/\S+)\/demo/), BESIDE)).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(child.exitCode).toBe(0);
  });
});
