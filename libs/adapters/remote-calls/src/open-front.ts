import { answerJson, notFound, readBody, type Front } from '@kith/platform';
import type { ServedCalls } from './serve-calls.ts';

/** All calls have paths that begin with this. */
export const CALLS_PREFIX = '/internal/';
/** The most that a call may bring, in bytes: a whole info request and what was made of it. */
export const MAX_CALL_BYTES = 1024 * 1024;

/**
 * Takes calls from whoever can connect: to be served only where the caller is known to be an administrator, as on a
 * socket that nobody else may open.
 */
export const createOpenFront = (calls: ServedCalls): Front => ({
  prefix: CALLS_PREFIX,
  handle: async (exchange) => {
    const { path, request, deadline, log } = exchange;
    const call = request.method === 'POST' ? calls.get(path) : undefined;
    if (call === undefined) throw notFound();
    const body = (await readBody(request, MAX_CALL_BYTES)).toString('utf8');
    answerJson(exchange, await call({ body, deadline, patience: deadline, log }));
  },
});
