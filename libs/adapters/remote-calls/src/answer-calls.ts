import {
  ANSWER_LINES_TYPE,
  type CallOutcome,
  gatheredCall,
  MAX_GATHERED_CALLS,
  memberFaults,
} from '@kith/contracts';
import {
  badRequest,
  type Exchange,
  internalError,
  payloadTooLarge,
  Problem,
  problemBody,
  requestIdFrom,
} from '@kith/platform';
import type { ServedCall, TakenCall } from './serve-calls.ts';

/** The lines of an answer to several calls. */
interface AnswerLines {
  add(outcome: CallOutcome): void;
}

/** What one call of many is taken with beside its body. */
export interface GatheredCalls {
  readonly served: ServedCall;
  readonly calls: readonly unknown[];
  /** `remainingMs`: the time that the call's own caller has. */
  take(remainingMs: number, requestId: string): Omit<TakenCall, 'body'>;
}

/**
 * Answers the calls of one request side by side, with a line for each as soon as it is ready. What is wrong with a call, or
 * fails in it, is said in its line and hurts no neighbour.
 */
export const answerCalls = async (exchange: Exchange, gathered: GatheredCalls): Promise<void> => {
  const { calls } = gathered;
  if (calls.length === 0) throw badRequest([{ pointer: '', detail: 'no calls' }]);
  if (calls.length > MAX_GATHERED_CALLS)
    throw payloadTooLarge(`There are more than ${MAX_GATHERED_CALLS} calls.`);
  const lines = createAnswerLines(exchange, calls.length);
  const answerOne = async (call: unknown, index: number): Promise<void> =>
    lines.add({ index, ...(await outcomeOf(gathered, call)) });
  await Promise.all(calls.map(answerOne));
};

type Outcome = { readonly answer: unknown } | Pick<Extract<CallOutcome, { problem: unknown }>, 'problem'>;

const outcomeOf = async ({ served, take }: GatheredCalls, element: unknown): Promise<Outcome> => {
  const { data, error } = gatheredCall.safeParse(element);
  if (error !== undefined) return { problem: saidOf(badRequest(memberFaults(error))) };
  const requestId = requestIdOf(data.call);
  const taken = take(data.remainingMs, requestId);
  try {
    return { answer: await served.answer({ ...taken, body: data.call }) };
  } catch (fault) {
    if (fault instanceof Problem) return { problem: saidOf(fault) };
    const problem = internalError(requestId);
    taken.log().error({ error: fault, code: problem.code }, 'a call failed');
    return { problem: saidOf(problem) };
  }
};

const requestIdOf = (call: unknown): string => {
  const { requestId } = Object(call) as { readonly requestId?: unknown };
  return requestIdFrom(typeof requestId === 'string' ? requestId : undefined);
};

const saidOf = (problem: Problem) => {
  const retryAfter = problem.headers['Retry-After'];
  return { ...problemBody(problem), ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }) };
};

const HEADERS: readonly string[] = ['Content-Type', ANSWER_LINES_TYPE, 'Cache-Control', 'no-store'];

/** An answer of so many lines. Those that are ready in one turn of the loop leave in one write; the last ends the answer. */
const createAnswerLines = ({ response, headers }: Exchange, count: number): AnswerLines => {
  let ready = '';
  let left = count;
  const write = (): void => {
    // Nobody waits any more.
    if (response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, [...headers, ...HEADERS]);
    if (left === 0) response.end(ready);
    else response.write(ready);
    ready = '';
  };
  return {
    add: (outcome) => {
      if (ready === '') setImmediate(write);
      ready += `${JSON.stringify(outcome)}\n`;
      left -= 1;
    },
  };
};
