import type { Migration } from './migration.ts';
import { noteAllBelongings } from './note-all-belongings.ts';

/** How the store under `store` came to its present layout. A released migration is never changed. */
export const STORE_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
  { version: 2, name: 'who owns what', migrate: noteAllBelongings },
];
