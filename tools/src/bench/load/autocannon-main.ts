import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { firstUniqueNumber, UNIQUE } from '../bench-request.ts';
import type { LoadPlan, LoadResult } from './load.ts';

/** Gives the requests in turns, whichever connection asks. */
const requestsInTurns = ({ requests }: LoadPlan): (() => autocannon.Request) => {
  let turn = 0;
  let number = firstUniqueNumber(Date.now());
  return () => {
    const { method, path, headers, body } = requests[turn++ % requests.length]!;
    const digits = String(++number).padStart(UNIQUE.length, '0');
    const filled = { path: path.replace(UNIQUE, digits), body: body.replace(UNIQUE, digits) };
    return { method, headers: { ...headers }, ...filled };
  };
};

const run = async (plan: LoadPlan): Promise<LoadResult> => {
  const next = requestsInTurns(plan);
  const { connections, seconds, amount } = plan;
  const outcome = await autocannon({
    url: plan.url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  return {
    answered: outcome.requests.total,
    failed: outcome.non2xx + outcome.errors,
    seconds: outcome.duration,
    p50Ms: outcome.latency.p50,
    p99Ms: outcome.latency.p99,
  };
};

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
process.stdout.write(JSON.stringify(await run(plan)));
