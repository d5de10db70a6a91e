import { GraphQLScalarType } from 'graphql';

/** Any value, as it was sent; the schema takes none. */
export const json = new GraphQLScalarType({ name: 'JSON', serialize: (value) => value });
