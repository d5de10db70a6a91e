import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse, type GraphQLSchema } from 'graphql';
import { endInTime } from '../limits/end-in-time.ts';
import { guardEntities } from './guard-entities.ts';
import { resolvers } from './resolvers.ts';
import { SDL } from './sdl.ts';

/** The executable subgraph. */
export const buildSchema = (): GraphQLSchema =>
  endInTime(guardEntities(buildSubgraphSchema([{ typeDefs: parse(SDL), resolvers }])));
