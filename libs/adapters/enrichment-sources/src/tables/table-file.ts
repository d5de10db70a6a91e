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

/** A row as the file has it. */
export interface Row {
  /** Its first line, from 1. */
  readonly line: number;
  readonly key: TableValue;
  readonly values: readonly TableValue[];
}

/** By key, the values of a row in the order of the file's `values`; null where the row says nothing. */
export type Table = ReadonlyMap<string, readonly TableValue[]>;

/** What a step needs of its file. */
export const tableFileOf = ({ file, format, column, key, names }: TableStep): TableFile => ({
  file,
  format,
  column,
  lowercase: key.from === 'identifier' && key.lowercase,
  values: [...names.keys()],
});
