import { setTimeout as pause } from 'node:timers/promises';
import { createVisitor, type InfoAnswer } from '../kit/visitor.ts';
import { effectOf, type Step } from '../kill/visit-stream.ts';
import { saying, within } from './within.ts';

/** A device that sends every request again, with the same ids, until it is acknowledged. */
export type PersistentDevice = {
  readonly name: string;
  /** What was acknowledged, in the order of sending. */
  readonly acknowledged: readonly Step[];
  /** The umid of every answer, without repetition. */
  readonly umids: ReadonlySet<string>;
  /** The request that was refused last and what came back; null where none was. */
  readonly refused: () => string | null;
  readonly send: (step: Step) => Promise<void>;
  /** One try; answers with the status, or with null where the connection broke. */
  readonly tryOnce: (step: Step) => Promise<number | null>;
  /** What is shown of it. A look that a busy machine refuses (503) is taken again: it is none of the requests that count. */
  readonly see: () => Promise<InfoAnswer>;
};

export type OnOutcome = (status: number | null) => void;

/** What a device is told to heed. */
export type DeviceOptions = {
  /** Told of every answer, 200 or not, and of every broken connection. */
  readonly onOutcome: OnOutcome;
  /** Ends its patience. */
  readonly signal: AbortSignal;
  /** After which time a request that is not answered hangs, in milliseconds; 30 s by default. */
  readonly answerMs?: number | undefined;
};

/** How long a device waits before it asks again, in milliseconds: what starts meanwhile needs the machine. */
const ASK_AGAIN_MS = 100;
/** Far more than the shipped configuration's deadline of 2 s, for a busy machine is no hang. */
const ANSWER_MS = 30_000;

const SECTIONS = '&attributes&permissions&identifiers';

/** A request that hangs is a failure of the test, not an outcome. */
export const createPersistentDevice = (
  baseUrl: string,
  name: string,
  { onOutcome, signal, answerMs = ANSWER_MS }: DeviceOptions,
): PersistentDevice => {
  const visitor = createVisitor(baseUrl);
  const acknowledged: Step[] = [];
  const umids = new Set<string>();
  let refused: string | null = null;
  const post = async (step: Step): Promise<number | null> => {
    const path = `/op/web/info?out=json${step.query}`;
    const what = `${name}'s ${path} ${JSON.stringify(step.body)}`;
    const answering = saying(what, visitor.post(path, step.body).catch(ifBroken));
    const answer = await within(answerMs, `an answer to ${what}`, answering);
    if (answer?.status === 200) {
      umids.add((answer.json() as InfoAnswer).umid);
      acknowledged.push(step);
    } else {
      refused = `${what}: ${answer === null ? 'the connection broke' : `${answer.status} ${answer.text}`}`;
    }
    return answer?.status ?? null;
  };
  const tryOnce = async (step: Step): Promise<number | null> => {
    const status = await post(step);
    onOutcome(status);
    return status;
  };
  const send = async (step: Step): Promise<void> => {
    while ((await tryOnce(step)) !== 200) await pause(ASK_AGAIN_MS, undefined, { signal });
  };
  const see = async (): Promise<InfoAnswer> => {
    const shown = await visitor.get(`/op/web/info?out=json${SECTIONS}`);
    if (shown.status === 200) return shown.json() as InfoAnswer;
    if (shown.status !== 503) throw new Error(`${name} sees ${shown.status} ${shown.text}`);
    await pause(ASK_AGAIN_MS, undefined, { signal });
    return see();
  };
  return { name, acknowledged, umids, refused: () => refused, tryOnce, send, see };
};

const brokenConnection = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|aborted/;

const ifBroken = (error: unknown): null => {
  if (brokenConnection.test(String(error))) return null;
  throw error;
};

const becomeKnown = (name: string): readonly Step[] => [
  viewOf(name, 0),
  { query: `&customerId=${name}`, body: { permission: { 'CS-OPT': true } } },
];

/** A page view, a login with consent, then page views without end, every third of them with consent that changes. */
export function* visitOf(name: string): Generator<Step, never> {
  yield* becomeKnown(name);
  for (let index = 1; ; index += 1) {
    const step = viewOf(name, index);
    const permission = { 'CS-NBA': index % 6 === 0 };
    yield index % 3 === 0 ? { ...step, body: { ...step.body, permission } } : step;
  }
}

/** A page view, a login with consent, then page views and nothing else: the visit of somebody who is known. */
export function* returningVisitOf(name: string): Generator<Step, never> {
  yield* becomeKnown(name);
  for (let index = 1; ; index += 1) yield viewOf(name, index);
}

/** A page view alone, which a known visitor's device needs neither resolver nor store for. */
export const viewOf = (name: string, index: number | string): Step => ({
  query: '',
  body: { data: [{ id: `view-${index}`, page: { name } }] },
});

/** What a device must be answered once all that it was promised has taken effect, each thing once. */
export const promiseTo = ({ acknowledged }: PersistentDevice) => effectOf(acknowledged);
