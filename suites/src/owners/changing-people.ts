import { pause } from '@kith/platform';
import { randomName } from '@kith/testing';

/**
 * People who change their minds all the time, one change after the other, each by another resolver than the last: without
 * a pause while somebody waits for their changes, and at rest while resolvers come and go.
 */
export interface ChangingPeople {
  /** Ends when so many more changes have been acknowledged. */
  acknowledge(count: number): Promise<void>;
  /** Ends when nobody asks any more. */
  stop(): Promise<void>;
}

interface Person {
  cookie: string;
  wants: boolean;
}

/** How long a person rests after a change while nobody waits for it, in milliseconds. */
const REST_MS = 100;

/** Whoever gets no answer asks another resolver. */
export const startChangingPeople = (count: number, edges: () => readonly string[]): ChangingPeople => {
  let [isStopped, acknowledged, turn] = [false, 0, 0];
  let waiting: readonly { readonly until: number; readonly go: () => void }[] = [];
  const noteAcknowledged = (): void => {
    acknowledged += 1;
    waiting.filter(({ until }) => acknowledged >= until).forEach(({ go }) => go());
    waiting = waiting.filter(({ until }) => acknowledged < until);
  };
  const nextEdge = (): string => {
    const all = edges();
    return all[(turn += 1) % all.length]!;
  };
  const live = async (): Promise<void> => {
    const person: Person = { cookie: '', wants: false };
    while (person.cookie === '' && !isStopped) await logIn(nextEdge(), person);
    while (!isStopped) {
      if (await changeMind(nextEdge(), person)) noteAcknowledged();
      if (waiting.length === 0) await pause(REST_MS);
    }
  };
  const lives = Array.from({ length: count }, live);
  return {
    acknowledge: (more) =>
      new Promise((go) => {
        waiting = [...waiting, { until: acknowledged + more, go }];
      }),
    async stop() {
      isStopped = true;
      await Promise.all(lives);
    },
  };
};

const logIn = async (edge: string, person: Person): Promise<void> => {
  const answer = await asked(`${edge}/op/web/info?out=json&customerId=${randomName('changing')}`, {});
  person.cookie = answer?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

const changeMind = async (edge: string, person: Person): Promise<boolean> => {
  person.wants = !person.wants;
  const answer = await asked(`${edge}/op/web/info?out=json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: person.cookie },
    body: JSON.stringify({ permission: { 'CS-OPT': person.wants } }),
  });
  return answer !== null;
};

/** null: no answer, or one that acknowledges nothing. */
const asked = async (url: string, init: RequestInit): Promise<Response | null> => {
  const answer = await fetch(url, init).catch(() => null);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status === 200 ? answer : null;
};
