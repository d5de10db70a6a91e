import { CREDENTIAL_LAYOUTS } from './credentials/credential-migrations.ts';
import { latestVersion } from './engine/migration.ts';
import { STORE_LAYOUTS } from './migrations/store-migrations.ts';

/** The layout of the resolver's database that this release knows. */
export const STORE_LAYOUT = latestVersion(STORE_LAYOUTS.migrations);
/** The same of auth-token's database. */
export const CREDENTIAL_LAYOUT = latestVersion(CREDENTIAL_LAYOUTS.migrations);
