import type { TableValue } from './table-file.ts';

/** A row as the file has it. */
export interface Row {
  /** The number of its first line, counted from 1. */
  readonly line: number;
  readonly key: TableValue;
  readonly values: readonly TableValue[];
}
