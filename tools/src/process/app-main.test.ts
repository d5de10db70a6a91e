import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runCommand } from './run-command.ts';
import { workspaceRoot } from './workspace-root.ts';

const PROGRAM = 'program.cjs';
/** So many that compiling them is more than a quarter of what V8 compiles for an empty program. */
const MANY = 5_000;
const functions = Array.from({ length: MANY }, (_, n) => `() => [${n}, 'a', 'b', 'c'].join(' ')`);

/** Says what it was called with; calls many functions where that is `much`. It sets the flag that apps set. */
const program = `(function (require) { "use strict";
const v8 = require('node:v8');
v8.setFlagsFromString('--heap-growing-percent=20');
const [word] = process.argv.slice(2);
if (word === 'much') for (const one of [${functions.join(',\n')}]) one();
console.log(word);
})`;

const endings = useEndings();

/** Lays a program as the build does. */
const layProgram = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-program-'));
  endings.push(() => rm(folder, { recursive: true }));
  const start = await readFile(join(workspaceRoot, 'tools/workspace/app-main.mjs'), 'utf8');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'main.js'), start);
  await writeFile(join(folder, PROGRAM), program);
  return folder;
};

const start = async (folder: string, word: string, flags: readonly string[] = []): Promise<void> => {
  const { exitCode, output } = await runCommand(process.execPath, [...flags, join(folder, 'main.js'), word]);
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${word}\n` });
};

/** What was kept: the paths, and which file each is, as one that is kept anew is another. */
const keptIn = async (folder: string): Promise<ReadonlyMap<string, bigint>> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${PROGRAM}.`));
  const paths = names.map((name) => join(folder, name));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, (await stat(path, { bigint: true })).mtimeNs] as const),
    ),
  );
};

/** What is kept after a start has been followed by another. */
const keptOnce = async (folder: string): Promise<readonly [string, bigint]> => {
  await start(folder, 'little');
  const [kept, ...others] = await keptIn(folder);
  expect(others).toEqual([]);
  return kept!;
};

test('what V8 has compiled is kept at the end of a start, and taken by the next', async () => {
  const folder = await layProgram();
  const [path, time] = await keptOnce(folder);
  await start(folder, 'little');
  expect(await keptIn(folder)).toEqual(new Map([[path, time]]));
});

test('what a start compiles beyond that is kept too, once', async () => {
  const folder = await layProgram();
  const [path, little] = await keptOnce(folder);
  await start(folder, 'much');
  const more = await keptIn(folder);
  expect(more.get(path)).not.toBe(little);
  await start(folder, 'much');
  await start(folder, 'little');
  expect(await keptIn(folder)).toEqual(more);
});

test('other flags of V8 have a file of their own', async () => {
  const folder = await layProgram();
  const [path, time] = await keptOnce(folder);
  const flags = ['--max-semi-space-size=32'];
  await start(folder, 'little', flags);
  const both = await keptIn(folder);
  expect(both.size).toBe(2);
  expect(both.get(path)).toBe(time);
  await start(folder, 'little', flags);
  expect(await keptIn(folder)).toEqual(both);
});

const damage: readonly (readonly [string, (whole: Uint8Array) => Uint8Array])[] = [
  ['cut off', (whole) => whole.subarray(0, whole.length / 2)],
  ['empty', () => new Uint8Array()],
  ['other in one byte', (whole) => whole.map((byte, at) => (at === whole.length - 100 ? byte ^ 1 : byte))],
];

test.each(damage)('a file that is %s is not taken, and another one is kept', async (_damage, damaged) => {
  const folder = await layProgram();
  const [path] = await keptOnce(folder);
  const whole = await readFile(path);
  await writeFile(path, damaged(Buffer.from(whole)));
  const broken = await keptIn(folder);
  await start(folder, 'little');
  expect(await keptIn(folder)).not.toEqual(broken);
  expect((await readFile(path)).length).toBe(whole.length);
});

test('where nothing can be kept, the program starts all the same and leaves nothing behind', async () => {
  const folder = await layProgram();
  const [path] = await keptOnce(folder);
  await rm(path);
  await mkdir(path);
  await start(folder, 'little');
  expect((await keptIn(folder)).size).toBe(1);
});
