import { setTimeout } from 'node:timers/promises';
import { accessToken } from '../../suite/analyst.ts';
import { livePerson, type Promised, type Surroundings } from './soak-person.ts';

/** What analysts ask, and with what. */
export interface Analyst {
  readonly graphql: string;
  readonly auth: string;
  readonly offlineToken: string;
}

/** The load, as it goes on. */
export interface SoakLoad {
  /** Lets everybody come to the end of what is begun; answers with what was promised to all. */
  stop(): Promise<readonly Promised[]>;
}

/** So many persons are under way at once. */
const LANES = 24;
const ANALYST_PACE_MS = 100;

/** Persons one after the other in each lane, and an analyst beside them. */
export const startSoakLoad = (surroundings: Surroundings, analyst: Analyst): SoakLoad => {
  const promised: Promised[] = [];
  let stopping = false;
  let persons = 0;
  const lane = async (): Promise<void> => {
    while (!stopping) {
      persons += 1;
      promised.push(await livePerson(surroundings, `soak-${persons}`));
    }
  };
  const watch = async (): Promise<void> => {
    while (!stopping) {
      await look(surroundings, analyst, promised.at(-1));
      await setTimeout(ANALYST_PACE_MS, undefined, { signal: surroundings.signal });
    }
  };
  const ended = Promise.all([...Array.from({ length: LANES }, lane), watch()]);
  // Whoever stops it is told.
  ended.catch(() => undefined);
  return {
    stop: async () => {
      stopping = true;
      await ended;
      return promised;
    },
  };
};

const NAME_OF =
  'query ($id: String!) { personTargetDataByAnyId(idName: "customerId", idValue: $id) { profileId } }';

/** An exchange of a token, and a query about somebody whom the store must know. */
const look = async (
  { clock, onOutcome, signal }: Surroundings,
  { graphql, auth, offlineToken }: Analyst,
  person: Promised | undefined,
): Promise<void> => {
  const timed = async (what: string, ask: () => Promise<Response | string>): Promise<void> => {
    const at = clock();
    const status = await ask().then(
      (answer) => (typeof answer === 'string' ? 200 : answer.status),
      () => null,
    );
    signal.throwIfAborted();
    onOutcome({ kind: 'analyst', what, at, ms: clock() - at, status });
  };
  let token = '';
  await timed('access token', async () => (token = await accessToken(auth, offlineToken)));
  if (token === '' || person === undefined) return;
  await timed('GraphQL', () => queryPerson(graphql, token, NAME_OF, person.customer));
};

/** Asks about a person by its customer number. */
export const queryPerson = (graphql: string, token: string, query: string, id: string): Promise<Response> =>
  fetch(`${graphql}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { id } }),
    signal: AbortSignal.timeout(15_000),
  });
