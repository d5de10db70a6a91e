import { createVisitor, type Visitor } from '../kit/visitor.ts';

/** One request of a device's visit; the data ids make it safe to send again. */
export type Step = {
  readonly query: string;
  readonly body: {
    readonly data?: readonly { readonly id: string; readonly page: { readonly name: string } }[];
    readonly permission?: Readonly<Record<string, boolean>>;
  };
};

/** What a device had been told when the connection broke. */
export type BrokenVisit = {
  readonly name: string;
  readonly cookie: string;
  /** The umid of the first answer. */
  readonly umid: string;
  readonly acknowledged: readonly Step[];
  /** The request that was on its way: it took effect, or it did not. */
  readonly unanswered: Step;
};

/** A visit without end: a page view, a login, and then page views with consent that changes. */
function* stepsOf(name: string): Generator<Step, never> {
  yield { query: '', body: { data: [{ id: 'view-0', page: { name } }] } };
  yield { query: `&customerId=${name}`, body: { permission: { 'CS-OPT': true } } };
  for (let index = 1; ; index += 1) {
    const data = [{ id: `view-${index}`, page: { name } }];
    const isGranted = index % 6 === 0;
    yield { query: '', body: index % 3 === 0 ? { data, permission: { 'CS-NBA': isGranted } } : { data } };
  }
}

/**
 * One device that sends one request after the other until the connection breaks. Null where that happened before
 * the first answer, so that nothing was promised. `onAnswer` is called after every acknowledged request.
 */
export const visitUntilBroken = async (
  baseUrl: string,
  name: string,
  onAnswer: () => void,
): Promise<BrokenVisit | null> => {
  const visitor = createVisitor(baseUrl);
  const acknowledged: Step[] = [];
  let umid: string | undefined;
  for (const step of stepsOf(name)) {
    const answeredUmid = await take(visitor, step);
    if (answeredUmid === 'broken') {
      const cookie = visitor.cookie('umdid') ?? '';
      return umid === undefined ? null : { name, cookie, umid, acknowledged, unanswered: step };
    }
    umid ??= answeredUmid;
    acknowledged.push(step);
    onAnswer();
  }
  return null;
};

const take = async (visitor: Visitor, { query, body }: Step): Promise<string> => {
  try {
    return (await visitor.info(query, body)).umid;
  } catch (error) {
    if (brokenConnection.test(String(error))) return 'broken';
    throw error;
  }
};

const brokenConnection = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|aborted/;

/** What the answers must show once all of these requests have taken effect, each once. */
export const effectOf = (
  steps: readonly Step[],
): { readonly views: number; readonly permissions: Readonly<Record<string, boolean>> } => ({
  views: steps.flatMap(({ body }) => body.data ?? []).length,
  permissions: Object.assign({}, ...steps.map(({ body }) => body.permission ?? {})) as Record<
    string,
    boolean
  >,
});
