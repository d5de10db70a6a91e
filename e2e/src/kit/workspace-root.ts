import { fileURLToPath } from 'node:url';

/** The folder of the workspace. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url));
