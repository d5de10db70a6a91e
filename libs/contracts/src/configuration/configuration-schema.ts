import { z } from 'zod';
import { accountSchema } from './account-schema.ts';
import { beside, membersOf } from './members/beside.ts';
import { memberName } from './members/names.ts';

const limitsSchema = z.strictObject({
  bodyBytes: z
    .int()
    .min(1_024)
    .max(16_777_216)
    .default(65_536)
    .describe('The most bytes of a body; beyond it the answer is 413.'),
  headerBytes: z
    .int()
    .min(1_024)
    .max(1_048_576)
    .default(16_384)
    .describe(
      'The most bytes of URL and headers; beyond it the answer is 413. Takes effect at the next start.',
    ),
  deadlineMs: z
    .int()
    .min(50)
    .max(60_000)
    .default(2_000)
    .describe('Milliseconds in which the stores must answer; beyond it the answer is 500.'),
});

/** A pipeline's name stands in the path, where no account does. */
const checkPipelineNames = (document: unknown, context: z.core.$RefinementCtx): void => {
  const owners = new Map<string, string>();
  for (const [account, members] of Object.entries(membersOf(membersOf(document)['accounts']))) {
    for (const name of Object.keys(membersOf(membersOf(members)['pipelines']))) {
      const owner = owners.get(name);
      owners.set(name, owner ?? account);
      if (owner === undefined) continue;
      const message = `account ${owner} has a pipeline of this name already`;
      context.addIssue({ code: 'custom', path: ['accounts', account, 'pipelines', name], message });
    }
  }
};

/** The configuration file, as config/kith.yaml shows it. Members are added, never renamed. */
export const configurationSchema = z
  .strictObject({
    accounts: z
      .record(memberName, accountSchema)
      .refine((accounts) => Object.keys(accounts).length > 0, 'there must be at least one account')
      .describe('Accounts by name: tenants that know nothing of each other.')
      .meta({ minProperties: 1 }),
    limits: limitsSchema.default(limitsSchema.parse({})).describe('Limits of interface B.'),
  })
  .superRefine(checkPipelineNames, beside);

/** A configuration file that keeps to the schema, with every default filled in. */
export type ConfigurationDocument = z.output<typeof configurationSchema>;

/** What an editor needs to help with the file: JSON Schema, draft 2020-12. */
export const jsonSchemaOfConfiguration = (): Readonly<Record<string, unknown>> => ({
  title: 'Configuration of Kith',
  description: 'The file that CONFIG_FILE names. Read at start and again at SIGHUP.',
  ...z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-2020-12' }),
});
