import { z } from 'zod';
import { beside, membersOf } from './members/beside.ts';

/** The longest text of a pattern; the values that it meets have at most 512 characters. */
const MAX_PATTERN = 256;

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN)
  .refine(compiles, 'must be a regular expression of JavaScript (flag u)')
  .describe('Regular expression that the normalised value must match.');

const verify = z.strictObject({
  hmac: z
    .strictObject({
      secretFile: z
        .string()
        .min(1)
        .describe('Path of the file with the secret, which is read again at SIGHUP.'),
    })
    .describe('A keyed hash of the value.'),
});

const neverMerges = (rule: unknown): boolean => {
  const { shared, merge } = membersOf(rule);
  return shared !== true || merge !== true;
};

/** How one identifier identifies. */
export const identifierSchema = z
  .strictObject({
    kind: z
      .enum(['login', 'network', 'device'])
      .describe('login and network make a customer; device is a mere look-up key.'),
    pattern: pattern.optional(),
    normalise: z
      .array(z.enum(['trim', 'lowercase']))
      .default(['trim'])
      .describe('What is done to a value before it is compared; blanks around it never count.'),
    many: z.boolean().default(false).describe('A profile may hold several values.'),
    shared: z.boolean().default(false).describe('The value links profiles, and never finds or merges one.'),
    merge: z.boolean().default(false).describe('Two customers that it brings together merge.'),
    verify: verify
      .optional()
      .describe('Values must come signed: {name}_sig is hex HMAC-SHA256(secret, value).'),
  })
  .refine(neverMerges, { path: ['merge'], error: 'a shared identifier never merges profiles', ...beside });

export type IdentifierDocument = z.output<typeof identifierSchema>;
