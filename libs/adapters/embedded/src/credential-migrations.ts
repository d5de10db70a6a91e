import type { Migration } from './migration.ts';

/** How the store under `credentials` came to its present layout. A released migration is never changed. */
export const CREDENTIAL_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
];
