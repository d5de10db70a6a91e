import type { TableFormat, TableStep } from '@kith/domain/pipeline';

/** What of a file is read: two steps that ask for the same share one table. */
export interface TableFile {
  readonly file: string;
  readonly format: TableFormat;
  /** The column, or member, that holds the keys. */
  readonly column: string;
  /** Keys are compared in lower case. */
  readonly lowercase: boolean;
  /** The columns, or members, that hold values. */
  readonly values: readonly string[];
}

export type TableValue = string | number | boolean | null;

/** By key, the values of a row in the order of the file's `values`; null where the row says nothing. */
export type Table = ReadonlyMap<string, readonly TableValue[]>;

/** The part of a step that says how to read its file; steps that agree in it share one table. */
export const tableFileOf = ({ file, format, column, key, names }: TableStep): TableFile => ({
  file,
  format,
  column,
  lowercase: key.from === 'identifier' && key.lowercase,
  values: [...names.keys()],
});
