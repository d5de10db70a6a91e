import { randomBytes } from 'node:crypto';
import type { Configuration } from '@kith/contracts';
import { ConfigurationError } from '@kith/platform';
import type { Caller, CredentialStore, Deadline } from '@kith/ports';
import type { TokenIssuer } from '@kith/token-issuing';
import type { StandaloneConfig } from './config.ts';

/** The credentials that standalone made, to be printed once. */
export interface MadeCredentials {
  readonly username: string;
  readonly password: string;
}

/** As the audit trail names who added the first user. */
const ITSELF: Caller = { by: 'standalone', reason: 'the first user of a new installation' };

/** The account of the first user: `demo`, or the first of a configuration without it. */
const firstAccount = ({ accounts }: Configuration): string | undefined =>
  accounts.has('demo') ? 'demo' : [...accounts.keys()][0];

/**
 * Sees to it that a new installation has a first user. Answers with the credentials only where it made the password;
 * null where a user was there or the password was given. Throws `ConfigurationError` where the given ones are unfit.
 */
export const bootstrapUser = async (
  config: StandaloneConfig,
  credentials: CredentialStore,
  issuing: TokenIssuer,
  deadline: Deadline,
): Promise<MadeCredentials | null> => {
  const account = firstAccount(config.configuration.current());
  if (account === undefined || (await credentials.users.list({ account, deadline })).length > 0) return null;
  const { BOOTSTRAP_USERNAME: username, BOOTSTRAP_PASSWORD: given } = config.settings;
  const password = given ?? randomBytes(12).toString('base64url');
  const added = await issuing.users.add(deadline, { account, username, password, caller: ITSELF });
  if (added.kind === 'unfit') {
    throw new ConfigurationError([`BOOTSTRAP_${added.member.toUpperCase()}: is no fit ${added.member}`]);
  }
  return given === undefined ? { username, password } : null;
};
