import { GraphQLError, defaultFieldResolver } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { LIMITS } from '../limits/limits.ts';

/**
 * Refuses representations that are too many or none of this subgraph's entities, as a mistake of the caller's; the
 * library's own resolver takes any number, and an unknown type for a fault.
 */
export const guardEntities = (schema: GraphQLSchema): GraphQLSchema => {
  const field = schema.getQueryType()?.getFields()['_entities'];
  if (field === undefined) throw new Error('the schema has no entities');
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args: { representations: readonly unknown[] }, context, info) => {
    check(args.representations);
    return resolve(source, args, context, info);
  };
  return schema;
};

const check = (representations: readonly unknown[]): void => {
  if (representations.length > LIMITS.representations) {
    const [max, found] = [LIMITS.representations, representations.length];
    throw badInput(`At most ${max} representations can be resolved at once; there are ${found}.`, {
      limit: 'representations',
      max,
      found,
    });
  }
  if (!representations.every(isPerson)) {
    throw badInput(
      'A representation must name __typename "PersonTargetData" and a string umid or profileId.',
    );
  }
};

const isPerson = (representation: unknown): boolean => {
  if (typeof representation !== 'object' || representation === null) return false;
  const { __typename, umid, profileId } = representation as Readonly<Record<string, unknown>>;
  return __typename === 'PersonTargetData' && (typeof umid === 'string' || typeof profileId === 'string');
};

const badInput = (message: string, exceeded: object = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', ...exceeded, http: { status: 400 } } });
