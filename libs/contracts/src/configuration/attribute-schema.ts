import { z } from 'zod';

const source = z.enum(['page', 'action'], 'must be page or action');

const member = z
  .string()
  .regex(
    /^(page|action)\.[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    'must be page or action, a dot and a member: page.name',
  );

const RULES = ['count', 'latest', 'top'] as const;

/** How an attribute is computed from tracking events: exactly one of the three rules. */
export const attributeSchema = z
  .strictObject({
    count: source.optional().describe('How many pages or actions there were.'),
    latest: member.optional().describe('The latest value of a member.'),
    top: member.optional().describe('The most frequent value of a member.'),
  })
  .refine(
    (rule) => RULES.filter((name) => rule[name] !== undefined).length === 1,
    `must have exactly one of ${RULES.join(', ')}`,
  );

export type AttributeDocument = z.output<typeof attributeSchema>;
