import type { RootDatabase } from 'lmdb';
import { openJson, openText, type Collection } from '../engine/collection.ts';
import type { LogCollections } from './log-storage.ts';
import type { Migration } from '../engine/migration.ts';

/** What all records of a spool come to. */
export interface SpoolTotals {
  readonly records: number;
  readonly bytes: number;
}

/** Everything under `spool`: a log, and its sums. */
export interface SpoolCollections extends LogCollections {
  /** ['all'] */
  readonly totals: Collection<SpoolTotals>;
}

export const openSpoolCollections = (root: RootDatabase): SpoolCollections => ({
  log: openText(root, 'log'),
  nextPositions: openJson(root, 'nextPositions'),
  totals: openJson(root, 'totals'),
});

/** How the spool came to its present layout. A released migration is never changed. */
export const SPOOL_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
];

const ALL = ['all'];
const NOTHING: SpoolTotals = { records: 0, bytes: 0 };

export const totalsOf = (store: SpoolCollections): SpoolTotals => store.totals.get(ALL) ?? NOTHING;

/** To be called in the transaction that adds or removes so much. */
export const putTotals = (store: SpoolCollections, totals: SpoolTotals): void =>
  store.totals.put(ALL, totals);
