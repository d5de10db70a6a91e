import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
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
import { workspaceRoot } from '../process/workspace-root.ts';
import { runQuietly } from '../servers/run-quietly.ts';
import { imageEnvironment, readStages } from './dockerfile.ts';

/** The packages as the Dockerfile lays them into images. */
const packages = [
  ['info-ingest', '@kith/info-ingest-app'],
  ['identity-resolver', '@kith/identity-resolver-app'],
  ['graphql-query', '@kith/graphql-query-app'],
  ['auth-token', '@kith/auth-token-app'],
] as const;
/** Each tree is made by pnpm, which takes seconds on a machine that has nothing else to do. */
const PATIENCE_MS = 180_000;
let folder: string;
const endings = useEndings();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-image-'));
  endings.push(() => rm(folder, { recursive: true }));
});

const prune = async (app: string, name: string): Promise<string> => {
  const target = join(folder, app);
  const script = 'cd "$0" && PNPM="npx -y pnpm@12" exec deploy/prune-app "$1" "$2"';
  await runQuietly('sh', ['-c', script, workspaceRoot, name, target]);
  return target;
};

const startIn = (cwd: string, env: Environment): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ['dist/main.js'], { cwd, env: { ...env } });

const saidUntil = async (
  child: ChildProcessWithoutNullStreams,
  pattern: RegExp,
): Promise<RegExpExecArray> => {
  for await (const line of createInterface(child.stdout)) {
    const found = pattern.exec(line);
    if (found !== null) return found;
  }
  throw new Error(`it ended without a line like ${pattern.source}`);
};

const errorsOf = async (child: ChildProcessWithoutNullStreams): Promise<string> => {
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString('utf8');
};

describe('what the Dockerfile lays into an image', () => {
  test.each(packages)(
    '%s finds every package that it imports, and asks for its settings',
    async (app, name) => {
      const target = await prune(app, name);
      expect(new Set(await readdir(target))).toEqual(
        new Set(['config', 'dist', 'node_modules', 'package.json']),
      );
      const child = startIn(target, {});
      expect(await errorsOf(child)).toMatch(new RegExp(`^${app} did not start\\. [A-Z_]+: is missing\n`));
      expect(child.exitCode).toBe(1);
    },
    PATIENCE_MS,
  );

  test(
    'standalone starts with the environment of its image, is ready, and ends in order',
    async () => {
      const target = await prune('standalone', '@kith/standalone');
      await copyFile(SHIPPED_CONFIGURATION, join(target, 'config/kith.yaml'));
      const image = imageEnvironment(await readStages(), 'standalone');
      const own = { HOST: '127.0.0.1', PORT: '0', MANAGEMENT_PORT: '0', DATA_DIR: join(folder, 'data') };
      const child = startIn(target, { ...image, ...own });
      const [, management] = await saidUntil(child, /Management +(http:\/\/\S+)\/readyz/);
      expect((await fetch(`${management ?? ''}/livez`)).status).toBe(200);
      child.kill('SIGTERM');
      await once(child, 'close');
      expect(child.exitCode).toBe(0);
    },
    PATIENCE_MS,
  );
});
