import type { TableValue } from './table-file.ts';

/** How large a table may be. */
export interface TableLimits {
  /** Size of the file. */
  readonly bytes: number;
  /** With a key of their own. */
  readonly rows: number;
}

/** Limits of all tables of one process. */
export const TABLE_LIMITS: TableLimits = { bytes: 134_217_728, rows: 1_000_000 };

/** The longest row, in characters. */
export const MAX_ROW = 65_536;

/** The longest key or value, in characters. */
export const MAX_FIELD = 512;

/** So many rows are read before others have a turn. */
export const ROWS_AT_ONCE = 500;

/** A row as the file has it. */
export interface Row {
  /** The number of its first line, counted from 1. */
  readonly line: number;
  readonly key: TableValue;
  readonly values: readonly TableValue[];
}
