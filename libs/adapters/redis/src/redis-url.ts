/** Where a Redis is and how it is reached. */
export interface RedisPlace {
  readonly isCluster: boolean;
  /** At least one; some nodes of a cluster lead to the others. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username: string | null;
  readonly password: string | null;
  readonly tls: boolean;
  readonly database: number;
}

const FORM =
  /^redis(?<tls>s)?(?<cluster>\+cluster)?:\/\/(?:(?<user>[^@]*)@)?(?<nodes>[^/?#@]+)(?:\/(?<database>\d{0,4}))?$/;
const NODE = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/i;
const DEFAULT_PORT = 6379;

/**
 * Reads `redis://[user:password@]host[:port][/database]`, `rediss://` with TLS, and `redis+cluster://` or
 * `rediss+cluster://` with some nodes of a Redis Cluster, commas between them. Throws `TypeError` for anything else;
 * the message does not repeat the URL, which may hold a password.
 */
export const parseRedisUrl = (url: string): RedisPlace => {
  const parts = FORM.exec(url)?.groups;
  if (parts === undefined)
    throw new TypeError('REDIS_URL: this is no URL of a Redis such as redis://HOST:PORT');
  const isCluster = parts['cluster'] !== undefined;
  const nodes = parts['nodes']!.split(',').map(nodeOf);
  if (!isCluster && nodes.length > 1)
    throw new TypeError('REDIS_URL: several nodes make a redis+cluster:// URL');
  return {
    isCluster,
    nodes,
    ...credentialsOf(parts['user']),
    tls: parts['tls'] !== undefined,
    database: Number(parts['database'] ?? 0),
  };
};

const nodeOf = (text: string): RedisPlace['nodes'][number] => {
  const parts = NODE.exec(text)?.groups;
  if (parts === undefined) throw new TypeError('REDIS_URL: names a node that is no HOST:PORT');
  return { host: parts['host']!.replace(/^\[|\]$/g, ''), port: Number(parts['port'] ?? DEFAULT_PORT) };
};

const credentialsOf = (user: string | undefined): Pick<RedisPlace, 'username' | 'password'> => {
  if (user === undefined) return { username: null, password: null };
  const [name = '', ...rest] = user.split(':');
  const password = rest.join(':');
  return {
    username: name === '' ? null : decodeURIComponent(name),
    password: password === '' ? null : decodeURIComponent(password),
  };
};
