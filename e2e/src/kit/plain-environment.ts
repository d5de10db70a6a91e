const servers = new Set(['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL']);

/** An environment that names none of the servers that the tests run on. */
export const withoutServers = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !servers.has(name)));

/** The environment of a shell in which no package manager has been at work yet, and no tests run. */
export const plainEnvironment = (): NodeJS.ProcessEnv => {
  const isOurs = (name: string): boolean => /^(npm_|pnpm_|node_options$|init_cwd$|jest_|kith_)/i.test(name);
  const kept = Object.entries(withoutServers(process.env)).filter(([name]) => !isOurs(name));
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
};
