import { z } from 'zod';

/** Names of `Object.prototype` would be found in every object that a name is looked up in. */
const isInherited = (name: string): boolean => name in {};

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const PIPELINE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const nameLike = (shape: RegExp, message: string) =>
  z
    .string()
    .regex(shape, message)
    .refine((name) => !isInherited(name), 'is a reserved word of JavaScript');

/** Of an account, an identifier, a permission, a notification, an attribute, a segment. */
export const memberName = nameLike(
  NAME,
  'a name begins with a letter and has up to 64 letters, digits and the signs _ . -',
);

/** The name of a pipeline, which stands in the path of requests. */
export const pipelineName = nameLike(
  PIPELINE_NAME,
  "a pipeline's name begins with a letter or digit and has up to 64 letters, digits and the signs _ -",
);

/** Query parameters of the info request that mean something else (docs/behaviour.md#query-parameters). */
const RESERVED_PARAMETERS = [
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions',
  'out',
  'umdid',
  'umid',
];

/** Members of the info request's body that mean something else. */
const RESERVED_MEMBERS = ['data', 'permission', 'notification'];

/** The identifier that every account has and nobody can create (docs/behaviour.md#kinds-of-identifiers). */
export const PROFILE_ID = 'profileId';

const reserved: ReadonlySet<string> = new Set([...RESERVED_PARAMETERS, ...RESERVED_MEMBERS]);

/** A name that an account can give to an identifier. */
export const identifierName = memberName
  .refine(
    (name) => !reserved.has(name),
    'an identifier cannot have this name: an info request uses it otherwise',
  )
  .refine((name) => name !== PROFILE_ID, 'this identifier is built in and is not configured')
  .meta({ not: { enum: [...reserved, PROFILE_ID] } });
