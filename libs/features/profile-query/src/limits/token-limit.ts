import { unwrapResolverError } from '@apollo/server/errors';
import { graphqlCode } from '@kith/contracts';
import { GraphQLError, Lexer, TokenKind, type GraphQLFormattedError, type Source } from 'graphql';
import { LIMITS } from './limits.ts';

/** The parser says that there are too many tokens in a sentence of its own; here it becomes a limit like the others. */
export const nameTokenLimit = (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
  if (formatted.extensions?.['code'] !== graphqlCode('graphql_parse_failed')) return formatted;
  const found = tokensOf(sourceOf(error));
  const max = LIMITS.tokens;
  if (found <= max) return formatted;
  return {
    ...formatted,
    message: `The operation exceeds the limit of ${max} on tokens: it has ${found}.`,
    extensions: { ...formatted.extensions, limit: 'tokens', max, found },
  };
};

const sourceOf = (error: unknown): Source | undefined => {
  const original = unwrapResolverError(error);
  return original instanceof GraphQLError ? original.source : undefined;
};

/** All of them, or those before the first that is none. */
const tokensOf = (source: Source | undefined): number => {
  if (source === undefined) return 0;
  const lexer = new Lexer(source);
  let tokens = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  } catch {
    return tokens;
  }
  return tokens;
};
