import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse, type GraphQLSchema } from 'graphql';

/** A subgraph of somebody else's that knows persons by one of Kith's keys. */
export type SubgraphBeside = { readonly name: string; readonly sdl: string; readonly schema: GraphQLSchema };

const head = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])`;

const subgraph = (
  name: string,
  types: string,
  resolvers: Parameters<typeof buildSubgraphSchema>[0] extends infer Module
    ? Extract<Module, { resolvers?: unknown }>['resolvers']
    : never,
): SubgraphBeside => {
  const sdl = `${head}\n${types}`;
  return { name, sdl, schema: buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers ?? {} }]) };
};

/** Orders, whose buyers it knows by umid; to every person it adds the points that the orders brought. */
export const orders = (umid: string): SubgraphBeside =>
  subgraph(
    'orders',
    `type Query { orders: [Order!]! }
     type Order { number: Int! buyer: PersonTargetData }
     type PersonTargetData @key(fields: "umid") { umid: String! points: Int! }`,
    {
      Query: {
        orders: () => [
          { number: 1, buyer: { umid } },
          { number: 2, buyer: { umid: '99999999-9999-4999-8999-999999999999' } },
          { number: 3, buyer: { umid } },
        ],
      },
      PersonTargetData: { __resolveReference: (person: object) => person, points: () => 120 },
    },
  );

/** Letters, whose readers it knows by profile identifier. */
export const letters = (profileId: string): SubgraphBeside =>
  subgraph(
    'letters',
    `type Query { letters: [Letter!]! }
     type Letter { title: String! reader: PersonTargetData }
     type PersonTargetData @key(fields: "profileId") { profileId: String! }`,
    { Query: { letters: () => [{ title: 'News', reader: { profileId } }] } },
  );
