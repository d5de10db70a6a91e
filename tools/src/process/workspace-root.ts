import { fileURLToPath } from 'node:url';

/** The folder of the workspace, seen from `tools/src/process` and from `tools/dist/process` alike. */
export const workspaceRoot = fileURLToPath(new URL('../../..', import.meta.url));
