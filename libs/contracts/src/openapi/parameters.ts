const flag = (name: string, description: string) => ({
  name,
  in: 'query',
  description: `${description} Counts when present, with or without a value; \`false\` and \`0\` switch it off.`,
  allowEmptyValue: true,
  schema: { type: 'string' },
});

/** What query string and headers of both operations may carry. */
export const parameters = {
  pipeline: {
    name: 'pipeline',
    in: 'path',
    required: true,
    description: 'Name of a configured pipeline.',
    schema: { type: 'string' },
  },
  out: {
    name: 'out',
    in: 'query',
    description: '`json`: the object; `js`: its assignment to the variable `fcData`.',
    schema: { type: 'string', enum: ['json', 'js'], default: 'js' },
  },
  attributes: flag('attributes', 'Asks for attributes.'),
  identifiers: flag('identifiers', 'Asks for direct identifiers.'),
  nbidentifiers: flag('nbidentifiers', 'Asks for linked identifiers.'),
  notifications: flag('notifications', 'Asks for acknowledged notifications.'),
  permissions: flag('permissions', 'Asks for permissions.'),
  umdid: {
    name: 'umdid',
    in: 'query',
    description: 'The value of a `umdid` cookie; overrides the cookie for this request.',
    schema: { type: 'string' },
  },
  identifier: {
    name: 'identifier',
    in: 'query',
    description:
      'Any configured identifier by its name; `{name}_sig` carries its signature where the identifier is verified.',
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Of a request that may be sent again: nothing of it takes effect twice.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
} as const;
