import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { freePort } from '@kith/testing/free-ports';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { PRINTED_ADDRESS, stepsIn, withoutChance, type WalkStep } from '../kit/readme-walk.ts';
import { run } from '../kit/run.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** What the page starts in terminals of their own. */
const RUNS_ON = /^(node tea\/|.*pnpm@12 start$)/m;
/** Steps that only look are looked at until they show what the page says. */
const LOOKS = /^(cat tea|tail|send '&attributes'|CONFIG_FILE=.* kith )/;
const DEFINES = /^\w+\(\) \{$/m;

/** Stands for npx: what it would install and build is there already. */
const NPX = `#!/bin/sh
case "$3" in
  start) exec node '${workspaceRoot}/apps/standalone/dist/main.js' ;;
  kith) shift 3 && exec node '${workspaceRoot}/apps/cli/dist/main.js' "$@" ;;
esac
exit 2
`;

/** Where the page says that the campaign system is: in its program, and in the address of the destination. */
const CAMPAIGNS = /\b9999\b/g;
/** Where Kith says that it is. */
const ADDRESS = /Visits\s+(http:\/\/127\.0\.0\.1:\d+)/;

let folder: string;
let address: string;
const terminals: ChildProcess[] = [];

const environment = (): NodeJS.ProcessEnv => ({
  ...plainEnvironment(),
  PATH: `${folder}/bin:${process.env['PATH']}`,
  PORT: '0',
  MANAGEMENT_PORT: '0',
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-tutorial-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/npx'), NPX);
  await chmod(join(folder, 'bin/npx'), 0o755);
});

afterAll(async () => {
  for (const terminal of terminals) {
    terminal.kill();
    await once(terminal, 'exit');
  }
  await rm(folder, { recursive: true });
});

const openTerminal = async (commands: string): Promise<void> => {
  // `exec`, so that ending the terminal ends what runs in it.
  const words = commands.trim().replace(/^((?:\w+=\S+ )*)/, '$1exec ');
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const terminal = spawn('bash', ['-c', words], { cwd: folder, env: environment(), stdio: [...stdio] });
  terminals.push(terminal);
  if (commands.includes('start')) address = await addressPrintedBy(terminal.stdout);
};

/** Kith says where it is when it is ready. */
const addressPrintedBy = async (stdout: Readable): Promise<string> => {
  for await (const line of createInterface(stdout)) {
    const found = ADDRESS.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error('Kith ended before it was ready');
};

const printedBy = async (definitions: string, commands: string): Promise<string> => {
  const script = `${definitions}\n${commands}`.replaceAll(PRINTED_ADDRESS, address);
  const options = { cwd: folder, env: environment(), input: script };
  const { exitCode, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-s'], options);
  if (exitCode !== 0 && !LOOKS.test(commands)) throw new Error(stderr);
  return withoutChance(stdout);
};

const follow = async (definitions: string, { commands, printed }: WalkStep): Promise<void> => {
  const expected = withoutChance(printed);
  if (!LOOKS.test(commands)) {
    expect(await printedBy(definitions, commands)).toBe(expected);
    return;
  }
  await eventually(
    () => printedBy(definitions, commands),
    (shown) => shown === expected,
  );
};

test('every step of the tutorial, run as printed, prints what it says', async () => {
  const page = await readFile(join(workspaceRoot, 'docs/tutorial.md'), 'utf8');
  const steps = stepsIn(page.replaceAll(CAMPAIGNS, String(await freePort())));
  expect(steps.length).toBeGreaterThanOrEqual(12);
  const definitions = steps.find(({ commands }) => DEFINES.test(commands))?.commands ?? '';
  for (const step of steps) {
    if (RUNS_ON.test(step.commands)) await openTerminal(step.commands);
    else await follow(definitions, step);
  }
}, 120_000);
