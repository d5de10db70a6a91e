import { MAX_WINDOW_MS } from '@kith/domain/tracking';
import { z } from 'zod';
import { beside, membersOf } from './members/beside.ts';
import { compileDuration, durationSchema } from './members/duration.ts';

const source = z.enum(['page', 'action'], 'must be page or action');

const MEMBER = '[A-Za-z_][A-Za-z0-9_-]{0,63}';

const member = z
  .string()
  .regex(new RegExp(`^(page|action)\\.${MEMBER}$`), 'must be page or action, a dot and a member: page.name');

/** The functions that compute an attribute from events. */
export const COMPUTED_RULES = ['count', 'sum', 'latest', 'first', 'top', 'distinct'] as const;
const RULES = [...COMPUTED_RULES, 'imported'] as const;

const hasOneRule = (rule: unknown): boolean =>
  RULES.filter((name) => membersOf(rule)[name] !== undefined).length === 1;

const isUnlimitedImport = (rule: unknown): boolean => {
  const { imported, window, where } = membersOf(rule);
  return imported === undefined || (window === undefined && where === undefined);
};

const isWindow = (duration: string): boolean => {
  const length = compileDuration(duration);
  return !(length < 60_000 || length > MAX_WINDOW_MS);
};

const conditions = z
  .record(
    z.string().regex(new RegExp(`^${MEMBER}$`), 'must be the name of a member: action'),
    z.union([z.string().max(512), z.number(), z.boolean()]),
  )
  .refine((where) => Object.keys(where).length <= 8, 'can have 8 members at most')
  .meta({ maxProperties: 8 });

const onlyWith = (rule: string) => ({
  properties: { [rule]: { description: 'The one rule of the attribute.' } },
  required: [rule],
});

/** Where an attribute comes from, computed from tracking events or imported: exactly one of the rules. */
export const attributeSchema = z
  .strictObject({
    count: source.optional().describe('How many pages or actions there were.'),
    sum: member.optional().describe('What the numbers of a member add up to: action.value.'),
    latest: member.optional().describe('The latest value of a member: page.name.'),
    first: member.optional().describe('The first value of a member: page.url.'),
    top: member.optional().describe('The most frequent value of a member: action.category.'),
    distinct: member
      .optional()
      .describe(
        'How many different values of a member there were: action.item_id; 1024+ where there were more.',
      ),
    window: durationSchema
      .refine(isWindow, 'must be between 1min and 700d')
      .optional()
      .describe(
        'How far back it looks: 12h, 30d. To the minute up to 100min, to the hour up to 100h, to the day up to 100d, else to the week.',
      ),
    where: conditions
      .optional()
      .describe('Looks only at events whose members have exactly these values: { action: purchase }.'),
    imported: z
      .literal(true, 'must be true')
      .optional()
      .describe('Brought by `kith import profiles`; of each profile the latest value counts.'),
  })
  .refine(hasOneRule, { error: `must have exactly one of ${RULES.join(', ')}`, ...beside })
  .refine(isUnlimitedImport, { error: 'is imported and can have neither window nor where', ...beside })
  .meta({
    oneOf: RULES.map((rule) => onlyWith(rule)),
    dependentSchemas: { imported: { maxProperties: 1 } },
  });

export type AttributeDocument = z.output<typeof attributeSchema>;
