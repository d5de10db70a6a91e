import { fileURLToPath } from 'node:url';
import { GRACE_MS, type LoadGenerator, type LoadResult } from './load.ts';
import { runGenerator } from './run-generator.ts';

const main = fileURLToPath(new URL('./autocannon-main.js', import.meta.url));

/** `autocannon`, where there is no `wrk`: it takes a core of its own. */
export const autocannonLoad: LoadGenerator = {
  name: 'autocannon',
  run: async (plan) => {
    const timeoutMs = plan.seconds * 1_000 + GRACE_MS;
    return JSON.parse(
      await runGenerator(process.execPath, [main], JSON.stringify(plan), timeoutMs),
    ) as LoadResult;
  },
};
