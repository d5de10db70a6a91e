import { defaultFieldResolver, type GraphQLError, type GraphQLSchema } from 'graphql';
import { badInput } from '../pages/bad-input.ts';

/**
 * A representation that is none of this subgraph's entities is a mistake of the caller's, and null in its place; the
 * library's own resolver takes an unknown type for a fault of the whole field.
 */
export const guardEntities = (schema: GraphQLSchema): GraphQLSchema => {
  const field = schema.getQueryType()?.getFields()['_entities'];
  if (field === undefined) throw new Error('the schema has no entities');
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, { representations }: { representations: readonly unknown[] }, context, info) => {
    const persons = resolve(source, { representations: representations.filter(isPerson) }, context, info);
    if (!Array.isArray(persons)) throw new Error('the library answers entities with a list');
    const inOrder = persons.values();
    return representations.map((one) => (isPerson(one) ? (inOrder.next().value as unknown) : mistaken()));
  };
  return schema;
};

const isPerson = (representation: unknown): boolean => {
  if (typeof representation !== 'object' || representation === null) return false;
  const { __typename, umid, profileId } = representation as Readonly<Record<string, unknown>>;
  return __typename === 'PersonTargetData' && (typeof umid === 'string' || typeof profileId === 'string');
};

/** An error in a list takes the place of its entry alone. */
const mistaken = (): GraphQLError =>
  badInput('A representation must name __typename "PersonTargetData" and a string umid or profileId.');
