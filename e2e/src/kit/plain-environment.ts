import { SHIPPED_CONFIGURATION } from '@kith/testing/shipped-configuration';

/** What programs need of the shell that the tests run in: where things are, how to reach the network, who it is. */
const kept =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_\w+|XDG_\w+|CI|(https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i;

/**
 * The environment of a shell in which nobody has set anything for Kith or for Node, no package manager has been at work
 * yet, and no tests run.
 */
export const plainEnvironment = (): Readonly<Record<string, string>> => {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && kept.test(name) ? [[name, value] as const] : [],
  );
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(entries), PATH: path.join(':') };
};

/** What the tests start apps and commands with: the configuration that ships, whatever was made of it here. */
export const appEnvironment = (): Readonly<Record<string, string>> => {
  // Node 20 reads all of a shell's authorities at every start, 30 ms, and tests ask nobody beyond this machine.
  const { NODE_EXTRA_CA_CERTS: _, ...plain } = plainEnvironment();
  return {
    ...plain,
    CONFIG_FILE: SHIPPED_CONFIGURATION,
    // Nobody balances anything in front of most of them.
    DRAIN_SECONDS: '0',
  };
};

/** What the tests start servers with: where the programs of these lie may be said by the shell. */
export const serversEnvironment = (): NodeJS.ProcessEnv => ({
  ...plainEnvironment(),
  KITH_SERVERS_DIR: process.env['KITH_SERVERS_DIR'],
});
