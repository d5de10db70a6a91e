import { fileURLToPath } from 'node:url';
import { timeoutOf, type LoadGenerator, type LoadResult } from './load.ts';
import { runGenerator } from './run-generator.ts';

const main = fileURLToPath(new URL('./autocannon-main.js', import.meta.url));

/** `autocannon`, where there is no `wrk`: it takes a core of its own. */
export const autocannonLoad: LoadGenerator = {
  name: 'autocannon',
  run: async (plan) => {
    return JSON.parse(
      await runGenerator(process.execPath, [main], JSON.stringify(plan), timeoutOf(plan)),
    ) as LoadResult;
  },
};
