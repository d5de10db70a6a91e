import { csvRow } from '@kith/domain/destinations';
import type { AudienceMember, AudienceOrder } from '@kith/ports';

/** What the command is told to list. */
export type AudienceWords = Pick<AudienceOrder, 'segment' | 'requires' | 'identifiers'>;

/** How persons are listed. */
export interface AudienceForm {
  readonly format: 'ndjson' | 'csv';
  /** The names of the identifiers that have a column of a CSV file. */
  readonly columns: readonly string[];
}

/** What stands before the first person; null where nothing does. */
export const headLine = ({ format, columns }: AudienceForm): string | null =>
  format === 'csv' ? csvRow(['profileId', 'umid', ...columns]) : null;

/** A person as a line. */
export const memberLine = (
  { format, columns }: AudienceForm,
  { profileId, umid, identifiers }: AudienceMember,
): string => {
  if (format === 'ndjson') return JSON.stringify({ profileId, umid, identifiers });
  const newest = columns.map((column) => identifiers.find(({ name }) => name === column)?.value ?? '');
  return csvRow([profileId, umid, ...newest]);
};
