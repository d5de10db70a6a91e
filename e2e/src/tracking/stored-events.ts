import { postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';

/** An event as GraphQL shows it. */
export type StoredEvent = {
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
};

type Found = {
  readonly data?: {
    readonly person: {
      readonly events: { readonly edges: readonly { readonly node: StoredEvent }[] };
    } | null;
  };
};

const query = `query ($umid: String!) { person: personTargetDataByUmid(umid: $umid) {
  events(first: 50) { edges { node { id type properties } } } } }`;

/** The events of a person, once there are that many. */
export const storedEvents = async (
  url: string,
  token: string,
  umid: string,
  count: number,
): Promise<readonly StoredEvent[]> =>
  eventually(
    async () => {
      const { data } = (await postGraphql(url, token, query, { umid })).json() as Found;
      return data?.person?.events.edges.map(({ node }) => node) ?? [];
    },
    (events) => events.length >= count,
  );

/** Each as `{ type: properties }`, in an order that does not depend on when they came. */
export const toldBy = (events: readonly StoredEvent[]) =>
  sorted(events.map(({ type, properties }) => ({ [type]: properties })));

export const sorted = <T>(values: readonly T[]): readonly T[] =>
  values.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
