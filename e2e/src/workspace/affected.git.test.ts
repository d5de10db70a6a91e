import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, type Ran } from '../kit/run.ts';
import { copyTree, pnpm } from '../kit/tree-copy.ts';

/** It is installed, built and tested in it, on a machine that may be busy. */
const FIVE_MINUTES = 300_000;

type TaskGraph = { readonly tasks: { readonly tasks: Readonly<Record<string, unknown>> } };

/** What is asked of nx is the same of a room with one suite, and its suites run several times here. */
const removeOtherSuites = async (room: string, kept: string): Promise<void> => {
  for (const path of await readdir(room, { recursive: true }))
    if (path.endsWith('.test.ts') && basename(path) !== kept) await rm(join(room, path));
};

describe('a change in a copy of the workspace', () => {
  let folder: string;

  const git = (...args: readonly string[]): Promise<Ran> =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });
  const nx = (...args: readonly string[]): Promise<Ran> => pnpm(folder, ['exec', 'nx', ...args]);

  beforeAll(async () => {
    folder = await copyTree();
    await removeOtherSuites(join(folder, 'libs/domain/src'), 'merge-permissions.test.ts');
    await git('init', '--quiet', '--initial-branch=main');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'as it was');
  }, FIVE_MINUTES);
  afterAll(() => rm(folder, { recursive: true, force: true }), FIVE_MINUTES);

  test(
    'of one line in the adapter of Redis: its suites run and those of whoever uses it, none of the tag',
    async () => {
      await appendFile(join(folder, 'libs/adapters/redis/src/owed-writes.ts'), '// changed\n');
      const { stdout } = await nx('affected', '--targets=test', '--graph=stdout');
      const { tasks } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as TaskGraph;
      const affected = Object.keys(tasks.tasks);

      expect(affected).toEqual(
        expect.arrayContaining([
          '@kith/redis:test',
          '@kith/info-ingest-app:test',
          '@kith/identity-resolver-app:test',
          '@kith/cli:test',
          '@kith/suites:test',
          '@kith/e2e:e2e--standalone--1',
        ]),
      );
      expect(affected.filter((task) => /web-tag|domain|mongodb|platform/.test(task))).toEqual([]);
    },
    FIVE_MINUTES,
  );

  test(
    'that breaks nothing is answered from the cache the second time, and one that breaks a rule of the domain is not',
    async () => {
      const testDomain = () =>
        nx('run-many', '--targets=test', '--projects=@kith/domain', '--outputStyle=static');
      const first = await testDomain();
      expect(first).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/[1-9]\d* passed, 0 failed/),
      });
      expect((await testDomain()).stdout).toMatch(/Cache:\s+1\/1 hit/);

      const rule = join(folder, 'libs/domain/src/consent/merge-permissions.ts');
      const source = await readFile(rule, 'utf8');
      // Of a grant and a withdrawal of the same moment the grant wins: what must never be.
      await writeFile(rule, source.replace('a.granted ? b : a', 'a.granted ? a : b'));
      const broken = await testDomain();
      expect(broken.exitCode).not.toBe(0);
      expect(broken.stdout).toMatch(/[1-9]\d* failed/);
    },
    FIVE_MINUTES,
  );
});
