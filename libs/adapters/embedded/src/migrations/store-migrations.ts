import type { Migration } from '../engine/migration.ts';
import { buildOwnershipIndex } from './build-ownership-index.ts';
import { noteReadMembers } from './note-read-members.ts';
import { noteWhatExpires } from './note-what-expires.ts';

/** How the store under `store` came to its present layout. A released migration is never changed. */
export const STORE_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
  { version: 2, name: 'who owns what', migrate: buildOwnershipIndex },
  { version: 3, name: 'what expires when', migratePart: noteWhatExpires },
  { version: 4, name: 'what analysts read', migratePart: noteReadMembers },
  // Rows of before are read as they are; programs of before would not understand those of now.
  { version: 5, name: 'rows of several records in the log', migrate: () => undefined },
];

/** The layout of the store that this release knows. */
export const STORE_LAYOUT = Math.max(...STORE_MIGRATIONS.map(({ version }) => version));
