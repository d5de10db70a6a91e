/**
 * The Unix socket in the data directory at which a running app takes the calls of administrators. Its calls are not
 * signed: only the user that the app runs as (and root) may open it, who can read the data and the secrets anyway.
 */
export const ADMINISTRATION_SOCKET = 'kith.sock';
