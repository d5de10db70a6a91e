import type { GraphQLFormattedError } from 'graphql';

/** What the library says when it gives up comparing fields of one name with each other, after 500,000 steps. */
const GIVEN_UP = 'Validation aborted.';

/** The library does not say what there is too much of; here it becomes a limit that has a name. */
export const nameComparisonLimit = (formatted: GraphQLFormattedError): GraphQLFormattedError => {
  if (formatted.message !== GIVEN_UP) return formatted;
  return {
    ...formatted,
    message:
      'The operation exceeds the limit on comparisons: too many fields and fragments stand beside others of the same name.',
    extensions: { ...formatted.extensions, limit: 'comparisons' },
  };
};
