import { profileIdKey, umidKey, type Profile } from '@kith/domain/identity';
import type { GraphQLError } from 'graphql';
import { badInput } from '../pages/bad-input.ts';
import { findPerson } from '../people/find-person.ts';
import type { QueryContext } from '../people/query-context.ts';
import { SDL } from './sdl.ts';

/**
 * What Apollo Federation 2 asks of every subgraph, beside its own types: the definitions of the directives that they
 * use, and the two fields by which a gateway asks. Composition knows them, so `_service` leaves them out.
 */
export const FEDERATION_SDL = `
directive @link(url: String!, as: String, for: link__Purpose, import: [link__Import]) repeatable on SCHEMA
directive @key(fields: federation__FieldSet!, resolvable: Boolean = true) repeatable on OBJECT | INTERFACE
directive @shareable repeatable on OBJECT | FIELD_DEFINITION
directive @listSize(
  assumedSize: Int
  slicingArguments: [String!]
  sizedFields: [String!]
  requireOneSlicingArgument: Boolean = true
) on FIELD_DEFINITION

scalar federation__FieldSet
scalar link__Import
enum link__Purpose { SECURITY EXECUTION }

scalar _Any
union _Entity = PersonTargetData
type _Service { sdl: String! }
extend type Query {
  _entities(representations: [_Any!]!): [_Entity]!
  _service: _Service!
}
`;

/** What another subgraph knows of a person: one of the keys of the type, or both. */
interface Reference {
  readonly umid?: unknown;
  readonly profileId?: unknown;
}

/** The two fields of a subgraph: its own SDL, and the persons whom a gateway names by a key. */
export const federationQueries = {
  _service: (): { readonly sdl: string } => ({ sdl: SDL }),
  _entities: (
    _: unknown,
    { representations }: { readonly representations: readonly unknown[] },
    context: QueryContext,
  ): readonly (Promise<Profile | null> | GraphQLError)[] =>
    representations.map((one) => (isPerson(one) ? personOf(one, context) : mistaken())),
};

const personOf = ({ umid, profileId }: Reference, context: QueryContext): Promise<Profile | null> =>
  findPerson(context, typeof umid === 'string' ? umidKey(umid) : profileIdKey(String(profileId)));

const isPerson = (representation: unknown): representation is Reference => {
  if (typeof representation !== 'object' || representation === null) return false;
  const { __typename, umid, profileId } = representation as Readonly<Record<string, unknown>>;
  return __typename === 'PersonTargetData' && (typeof umid === 'string' || typeof profileId === 'string');
};

/** An error in a list takes the place of its entry alone. */
const mistaken = (): GraphQLError =>
  badInput('A representation must name __typename "PersonTargetData" and a string umid or profileId.');
