import { setTimeout } from 'node:timers/promises';
import type { Outcome } from './outcomes.ts';

/** Tells of each try. */
export type OnOutcome = (outcome: Outcome) => void;

/** Where a person goes, and what ends its patience. */
export interface Surroundings {
  readonly edge: string;
  /** Milliseconds since the beginning. */
  readonly clock: () => number;
  readonly onOutcome: OnOutcome;
  /** Lets everybody give up at once. */
  readonly signal: AbortSignal;
}

/** What a person was promised: everything here was acknowledged. */
export interface Promised {
  readonly customer: string;
  /** The names of the pages that were seen, each once. */
  readonly pages: readonly string[];
  /** What was said about one permission, in that order. */
  readonly consent: readonly boolean[];
}

/** The permission that persons decide on. */
export const PERMISSION = 'CS-OPT';
const INFO = '/op/web/info?out=json';
const SECTIONS = '&attributes&identifiers&nbidentifiers&notifications&permissions';
const TRY_AGAIN_MS = 100;
/** No request may hang for longer; the apps' own deadline is 2 s. */
const MAX_ANSWER_MS = 15_000;
/** Between one request of a person and the next. */
const PACE_MS = 20;

interface Step {
  readonly device: 0 | 1;
  readonly kind: Outcome['kind'];
  readonly what: string;
  readonly query: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * A person with two devices: a visit, a login with consent, visits, a second device that merges by its login, consent
 * withdrawn and given again, and a look at everything. What is not acknowledged is sent again with the same ids.
 */
export const livePerson = async (surroundings: Surroundings, customer: string): Promise<Promised> => {
  const cookies = ['', ''];
  const pages: string[] = [];
  const consent: boolean[] = [];
  for (const step of stepsOf(customer, pages, consent)) {
    cookies[step.device] = await untilAcknowledged(surroundings, step, cookies[step.device]!);
    await setTimeout(PACE_MS, undefined, { signal: surroundings.signal });
  }
  return { customer, pages, consent };
};

/** What has been promised is noted when the next step is asked for: then the one before is acknowledged. */
function* stepsOf(customer: string, pages: string[], consent: boolean[]): Generator<Step> {
  const view = function* (device: Step['device'], count: number): Generator<Step> {
    for (let done = 0; done < count; done += 1) {
      const name = `${customer}/page-${pages.length}`;
      const body = { data: [{ id: name, page: { name } }] };
      yield { device, kind: 'page view', what: 'page view', query: '', body };
      pages.push(name);
    }
  };
  const login = (device: Step['device'], body: Step['body'] = {}): Step => ({
    ...{ device, kind: 'decision', what: device === 0 ? 'login' : 'merge', body },
    query: `&customerId=${customer}`,
  });
  const say = function* (granted: boolean): Generator<Step> {
    const body = { permission: { [PERMISSION]: granted } };
    yield { device: 0, kind: 'decision', what: 'consent', query: '', body };
    consent.push(granted);
  };
  yield* view(0, 2);
  yield login(0, { permission: { [PERMISSION]: true } });
  consent.push(true);
  yield* view(0, 3);
  yield* view(1, 2);
  yield login(1);
  yield* say(false);
  yield* view(1, 2);
  yield* say(true);
  yield { device: 1, kind: 'decision', what: 'all sections', query: SECTIONS, body: {} };
}

/** Answers with the device's cookie. */
const untilAcknowledged = async (surroundings: Surroundings, step: Step, cookie: string): Promise<string> => {
  for (;;) {
    const answered = await tryOnce(surroundings, step, cookie);
    if (answered !== null) return answered === '' ? cookie : answered;
    await setTimeout(TRY_AGAIN_MS, undefined, { signal: surroundings.signal });
  }
};

/** The cookie of the answer, '' where it has none; null: not acknowledged. */
const tryOnce = async (
  { edge, clock, onOutcome, signal }: Surroundings,
  { kind, what, query, body }: Step,
  cookie: string,
): Promise<string | null> => {
  const at = clock();
  const headers = { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER_MS)]);
  const answer = await ask(`${edge}${INFO}${query}`, { ...init, signal: patience });
  signal.throwIfAborted();
  onOutcome({ kind, what, at, ms: clock() - at, status: answer?.status ?? null });
  if (answer?.status !== 200) return null;
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

/** The whole answer; null where the connection broke, or nothing came in time. */
const ask = async (url: string, init: RequestInit): Promise<Response | null> => {
  try {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return answer;
  } catch {
    return null;
  }
};
