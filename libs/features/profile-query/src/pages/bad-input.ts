import { graphqlCode } from '@kith/contracts';
import { GraphQLError } from 'graphql';

/** A mistake of the caller's, in a sentence. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: graphqlCode('bad_user_input') } });
