import { setTimeout } from 'node:timers/promises';
import { accessToken } from '../../suite/analyst.ts';
import { queryPerson, type Analyst } from './soak-load.ts';
import { PERMISSION, type Promised } from './soak-person.ts';

/** What was counted again. */
export interface Recount {
  readonly persons: number;
  readonly events: number;
  readonly decisions: number;
  /** A sentence for each promise that was not kept. */
  readonly broken: readonly string[];
}

export interface Stored {
  readonly pages: readonly string[];
  /** What the history says about the permission, the oldest first. */
  readonly history: readonly boolean[];
  readonly permission: boolean | undefined;
}

const LANES = 8;
/** A consumer that was away may have much to do. */
const CATCH_UP_MS = 120_000;
const LOOK_AGAIN_MS = 500;

/** Compares what everybody was promised with what is stored; what is not there yet has some time to come. */
export const recount = async (analyst: Analyst, promised: readonly Promised[]): Promise<Recount> => {
  const token = await accessToken(analyst.auth, analyst.offlineToken);
  const until = performance.now() + CATCH_UP_MS;
  const waiting = [...promised];
  const broken: string[] = [];
  const lane = async (): Promise<void> => {
    for (let person = waiting.pop(); person !== undefined; person = waiting.pop()) {
      broken.push(...(await faultsInTime(analyst.graphql, token, person, until)));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    persons: promised.length,
    events: promised.reduce((sum, { pages }) => sum + pages.length, 0),
    decisions: promised.reduce((sum, { consent }) => sum + consent.length, 0),
    broken,
  };
};

const faultsInTime = async (
  graphql: string,
  token: string,
  person: Promised,
  until: number,
): Promise<readonly string[]> => {
  for (;;) {
    const faults = faultsOf(person, await storedOf(graphql, token, person));
    if (faults.length === 0 || performance.now() > until) return faults;
    await setTimeout(LOOK_AGAIN_MS);
  }
};

/** What was promised to a person and is not so. */
export const faultsOf = (
  { customer, pages, consent }: Promised,
  stored: Stored | null,
): readonly string[] => {
  if (stored === null) return [`${customer} is not known`];
  const lost = pages.filter((page) => !stored.pages.includes(page));
  const twice = stored.pages.filter((page, index) => stored.pages.indexOf(page) !== index);
  const history = withoutRepetition(stored.history);
  const faults = [
    ...lost.map((page) => `${page} is lost`),
    ...twice.map((page) => `${page} is stored twice`),
  ];
  if (history.join() !== consent.join())
    faults.push(`${customer} said ${consent.join()}, and the history says ${stored.history.join()}`);
  if (stored.permission !== consent.at(-1))
    faults.push(`${customer}'s permission is ${String(stored.permission)}, not ${String(consent.at(-1))}`);
  return faults;
};

/** What was sent again because no answer came may stand there again. */
const withoutRepetition = (values: readonly boolean[]): readonly boolean[] =>
  values.filter((value, index) => index === 0 || value !== values[index - 1]);

const ALL_OF = `query ($id: String!) {
  personTargetDataByAnyId(idName: "customerId", idValue: $id) {
    permissions { name value }
    events(first: 100) { edges { node { properties } } }
    consentHistory(first: 100) { edges { node { permission value } } }
  }
}`;

interface Edges<Node> {
  readonly edges: readonly { readonly node: Node }[];
}

interface Answer {
  readonly data?: {
    readonly personTargetDataByAnyId: {
      readonly permissions: readonly { readonly name: string; readonly value: boolean }[];
      readonly events: Edges<{ readonly properties: unknown }>;
      readonly consentHistory: Edges<{ readonly permission: string | null; readonly value: boolean }>;
    } | null;
  };
}

const storedOf = async (graphql: string, token: string, { customer }: Promised): Promise<Stored | null> => {
  const answer = await queryPerson(graphql, token, ALL_OF, customer);
  const { data, ...rest } = (await answer.json()) as Answer;
  if (data === undefined) throw new Error(`${answer.status} ${JSON.stringify(rest)}`);
  const person = data.personTargetDataByAnyId;
  if (person === null) return null;
  return {
    pages: person.events.edges.flatMap(({ node }) => pageIn(customer, node.properties)),
    history: person.consentHistory.edges
      .filter(({ node }) => node.permission === PERMISSION)
      .map(({ node }) => node.value)
      .toReversed(),
    permission: person.permissions.find(({ name }) => name === PERMISSION)?.value,
  };
};

/** The name of the page, wherever the properties have it. */
const pageIn = (customer: string, properties: unknown): readonly string[] =>
  new RegExp(`"(${customer}/page-\\d+)"`).exec(JSON.stringify(properties))?.slice(1, 2) ?? [];
