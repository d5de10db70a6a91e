import type { AccountRules, TableFormat, TableKey, TableStep } from '@kith/domain/pipeline';
import { z } from 'zod';
import { beside, membersOf, textsIn } from '../members/beside.ts';
import { pathSchema } from '../destinations/file-path.ts';
import { memberName } from '../members/names.ts';
import { uniqueList } from '../members/unique-list.ts';
import { commonMembers, compileCommon } from './common-members.ts';
import type { StepFormat } from './step-format.ts';

/** The most values of a step. */
const MAX_VALUES = 32;

const isKnownKind = ({ file, format }: Readonly<Record<string, unknown>>): boolean =>
  format !== undefined || typeof file !== 'string' || kindOf(file) !== null;

const hasOneKey = (step: unknown): boolean => {
  const { identifier, attribute } = membersOf(step);
  return (identifier === undefined) !== (attribute === undefined);
};

export const tableSchema = z
  .strictObject({
    type: z.literal('table').describe('What a file of yours knows about an identifier or an attribute.'),
    file: pathSchema.describe(
      'A CSV file with a header, or NDJSON (a JSON object a line), in UTF-8; read again when it changes.',
    ),
    format: z
      .enum(['csv', 'ndjson'])
      .optional()
      .describe('How it is read; by the end of its name, .csv or .ndjson, where it is left out.'),
    delimiter: z
      .enum([',', ';', '\t', '|'])
      .default(',')
      .describe('What stands between the fields of a CSV.'),
    identifier: memberName.optional().describe('The identifier that a row is found by.'),
    attribute: memberName
      .optional()
      .describe('The attribute that a row is found by, in the place of an identifier; only answers show it.'),
    column: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('The column, or member, that holds it; of the same name where it is left out.'),
    values: uniqueList(memberName)
      .min(1)
      .max(MAX_VALUES)
      .describe('The columns, or members, that hold the values. Other columns are not kept.'),
    ...commonMembers,
  })
  .refine((step) => isKnownKind(membersOf(step)), {
    path: ['format'],
    error: 'must be csv or ndjson where the file ends neither in .csv nor in .ndjson',
    ...beside,
  })
  .refine(hasOneKey, {
    path: ['identifier'],
    error: 'must be there, or attribute, and not both',
    ...beside,
  });

/** A look into the table costs no more than a look into a cache. */
export const tableFormat: StepFormat = {
  names: (step) => textsIn(membersOf(step)['values']).map(([, name]) => name),
  cache: null,
};

type TableDocument = z.output<typeof tableSchema>;

export const compileTable = (
  document: TableDocument,
  account: Pick<AccountRules, 'identifiers'>,
): TableStep => ({
  type: 'table',
  file: document.file,
  format: formatOf(document),
  key: keyOf(document, account),
  column: document.column ?? document.identifier ?? document.attribute ?? '',
  ...compileCommon(document, document.values, tableFormat.cache),
});

const formatOf = ({ file, format, delimiter }: TableDocument): TableFormat => ({
  kind: format ?? kindOf(file) ?? 'csv',
  delimiter,
});

const kindOf = (file: string): TableFormat['kind'] | null => {
  if (file.endsWith('.csv')) return 'csv';
  return file.endsWith('.ndjson') ? 'ndjson' : null;
};

/** The keys of the file are compared as values of the identifier are. */
const keyOf = (
  { identifier, attribute = '' }: TableDocument,
  { identifiers }: Pick<AccountRules, 'identifiers'>,
): TableKey =>
  identifier === undefined
    ? { from: 'attribute', name: attribute }
    : { from: 'identifier', name: identifier, lowercase: identifiers.get(identifier)?.lowercase ?? false };
