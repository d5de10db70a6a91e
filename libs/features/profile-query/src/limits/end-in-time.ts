import { graphqlCode } from '@kith/contracts';
import { GraphQLError, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { within, type Deadline } from '@kith/platform';
import type { QueryContext } from '../people/query-context.ts';

type Resolver = GraphQLFieldResolver<unknown, QueryContext>;

/** A server that was told how long it may take gives up so shortly before the deadline. */
const JUST_BEFORE_MS = 25;

/** No field of the schema is waited for beyond the deadline of its operation; what is late is the error `TIMEOUT`. */
export const endInTime = (schema: GraphQLSchema): GraphQLSchema => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    if (field.resolve !== undefined) field.resolve = inTime(field.resolve);
  }
  return schema;
};

const inTime =
  (resolve: Resolver): Resolver =>
  (source, args: Readonly<Record<string, unknown>>, context, info) =>
    settled(resolve(source, args, context, info), context.deadline);

/** Entities come as a list of promises. */
const settled = (value: unknown, deadline: Deadline): unknown => {
  if (value instanceof Promise) return late(value, deadline);
  return Array.isArray(value) ? value.map((one: unknown) => settled(one, deadline)) : value;
};

const late = async (value: Promise<unknown>, deadline: Deadline): Promise<unknown> => {
  try {
    return await within(deadline, 'a field', value);
  } catch (fault) {
    if (fault instanceof GraphQLError || deadline.remainingMs() > JUST_BEFORE_MS) throw fault;
    throw timedOut(fault);
  }
};

const timedOut = (fault: unknown): GraphQLError =>
  new GraphQLError('The operation took longer than it may, and was ended.', {
    extensions: { code: graphqlCode('timeout') },
    ...(fault instanceof Error ? { originalError: fault } : {}),
  });
