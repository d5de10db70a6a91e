import type { EnrichmentStepCommon } from './enrichment-step.ts';

/** How a file of rows is read. */
export interface TableFormat {
  readonly kind: 'csv' | 'ndjson';
  /** Between the fields of a CSV file. */
  readonly delimiter: string;
}

/** What a row of a table is found by. */
export type TableKey =
  | { readonly from: 'identifier'; readonly name: string; readonly lowercase: boolean }
  | { readonly from: 'attribute'; readonly name: string };

/** Says what a file of the operator's knows about an identifier or an attribute. */
export interface TableStep extends EnrichmentStepCommon {
  readonly type: 'table';
  readonly file: string;
  readonly format: TableFormat;
  readonly key: TableKey;
  /** The column, or member, that holds the key. */
  readonly column: string;
}
