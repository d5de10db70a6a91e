import { randomBytes } from 'node:crypto';
import type { TokenIssuing } from '@kith/token-issuing';
import type { StandaloneConfig } from './config.ts';

/** The credentials that standalone made, to be printed once; null where a user was there or the password was given. */
export interface MadeCredentials {
  readonly username: string;
  readonly password: string;
}

/** Sees to it that there is a first user, so that a new installation can be tried at once. */
export const bootstrapUser = async (
  issuing: TokenIssuing,
  { settings, configuration }: StandaloneConfig,
): Promise<MadeCredentials | null> => {
  const account = configuration.accounts.has('demo') ? 'demo' : [...configuration.accounts.keys()][0];
  if (account === undefined || (await issuing.hasUsers(account))) return null;
  const { BOOTSTRAP_USERNAME: username, BOOTSTRAP_PASSWORD: given } = settings;
  const password = given ?? randomBytes(12).toString('base64url');
  await issuing.addUser({ account, username, password });
  return given === undefined ? { username, password } : null;
};
