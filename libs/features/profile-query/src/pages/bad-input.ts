import { GraphQLError } from 'graphql';

/** A mistake of the caller's, in a sentence. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
