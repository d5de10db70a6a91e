import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Settings } from '../../config.ts';

/** Where the bookmarks of imports lie: in the data directory, or where the data lies elsewhere, beside the file. */
export const bookmarkFolder = ({ DATA_DIR, MONGODB_URI, RESOLVER_URL }: Settings, file: string): string =>
  RESOLVER_URL === undefined && MONGODB_URI === undefined
    ? join(DATA_DIR, 'imports')
    : join(dirname(file), '.kith-imports');

/** The name of a bookmark: another one for another content, another place of the data, and whatever else counts. */
export const bookmarkName = (
  { MONGODB_URI, RESOLVER_URL }: Settings,
  parts: readonly (string | null)[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([RESOLVER_URL?.join() ?? null, placeOf(MONGODB_URI), ...parts]))
    .digest('hex')
    .slice(0, 32);

/** Nobody takes a new password for another database. */
const placeOf = (uri: string | undefined): string | null => uri?.replace(/\/\/[^@/]*@/, '//') ?? null;
