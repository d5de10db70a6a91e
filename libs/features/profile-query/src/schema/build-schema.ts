import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { endInTime } from '../limits/end-in-time.ts';
import { FEDERATION_SDL } from './federation.ts';
import { resolvers } from './resolvers.ts';
import { SDL } from './sdl.ts';

/** The executable subgraph. */
export const buildSchema = (): GraphQLSchema =>
  endInTime(makeExecutableSchema({ typeDefs: [SDL, FEDERATION_SDL], resolvers }));
