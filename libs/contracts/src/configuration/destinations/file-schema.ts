import { z } from 'zod';
import { beside, membersOf } from '../members/beside.ts';
import { durationSchema } from '../members/duration.ts';
import { uniqueList } from '../members/unique-list.ts';
import { commonMembers } from './common-members.ts';
import { pathSchema } from './file-path.ts';

const column = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/,
    'must be the name of a member of the payload; a dot leads inside: data.name',
  );

const rotation = z.strictObject({
  bytes: z
    .int()
    .min(1_024)
    .max(4_294_967_296)
    .default(67_108_864)
    .describe('A file that has so many bytes is closed.'),
  after: durationSchema.default('1h').describe('A file that began so long ago is closed.'),
});

const hasColumnsForCsv = (destination: unknown): boolean => {
  const { format, columns } = membersOf(destination);
  return format === 'csv' || columns === undefined;
};

/** Files in a directory. */
export const fileSchema = z
  .strictObject({
    type: z.literal('file').describe('Writes files, a line for each delivery.'),
    ...commonMembers,
    directory: pathSchema.describe('Where the files are, a directory for this destination alone.'),
    format: z.enum(['ndjson', 'csv']).default('ndjson').describe('JSON objects, or columns.'),
    columns: uniqueList(column)
      .min(1)
      .optional()
      .describe('The columns of a CSV file: members of the payload, a dot leads inside: data.name.'),
    rotation: rotation.default(rotation.parse({})).describe('When a file is closed and gets its final name.'),
    gzip: z.boolean().default(false).describe('Whether closed files are compressed.'),
  })
  .refine(hasColumnsForCsv, { path: ['columns'], error: 'only a csv file has columns', ...beside });

export type FileDocument = z.output<typeof fileSchema>;
