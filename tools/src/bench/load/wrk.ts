import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstUniqueNumber } from '../bench-request.ts';
import { MAX_AMOUNT_SECONDS, timeoutOf, type LoadGenerator, type LoadPlan, type LoadResult } from './load.ts';
import { runGenerator } from './run-generator.ts';
import { wireText, wrkScript } from './wrk-script.ts';

/** `wrk` with one thread: it needs a fraction of a core where Node needs a whole one. */
export const createWrk = (executable: string): LoadGenerator => ({
  name: 'wrk',
  run: async (plan) => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-bench-'));
    try {
      return await runWrk(executable, join(folder, 'load.lua'), plan);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

const runWrk = async (executable: string, script: string, plan: LoadPlan): Promise<LoadResult> => {
  const { url, requests, connections, amount } = plan;
  const seconds = amount === undefined ? plan.seconds : MAX_AMOUNT_SECONDS;
  const texts = requests.map((request) => wireText(request, new URL(url).host));
  await writeFile(script, wrkScript(texts, firstUniqueNumber(Date.now()), amount));
  const args = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '10s', '-s', script, url];
  const output = await runGenerator(executable, args, '', timeoutOf(plan));
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as LoadResult;
};
