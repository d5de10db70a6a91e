import { z } from 'zod';
import { beside, membersOf } from './beside.ts';

const source = z.enum(['page', 'action'], 'must be page or action');

const member = z
  .string()
  .regex(
    /^(page|action)\.[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    'must be page or action, a dot and a member: page.name',
  );

const RULES = ['count', 'latest', 'top', 'imported'] as const;

const hasOneRule = (rule: unknown): boolean =>
  RULES.filter((name) => membersOf(rule)[name] !== undefined).length === 1;

/** Where an attribute comes from, computed from tracking events or imported: exactly one of the rules. */
export const attributeSchema = z
  .strictObject({
    count: source.optional().describe('How many pages or actions there were.'),
    latest: member.optional().describe('The latest value of a member: page.name.'),
    top: member.optional().describe('The most frequent value of a member: action.category.'),
    imported: z
      .literal(true, 'must be true')
      .optional()
      .describe('Brought by `kith import profiles`; of each profile the latest value counts.'),
  })
  .refine(hasOneRule, { error: `must have exactly one of ${RULES.join(', ')}`, ...beside })
  .meta({ minProperties: 1, maxProperties: 1 });

export type AttributeDocument = z.output<typeof attributeSchema>;
