import { randomBytes } from 'node:crypto';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import { openMongodbCredentials } from '@kith/mongodb';
import { createKeyring, deadlineIn, readSecretsFile, readYamlFile } from '@kith/platform';
import {
  AUDIT_SECRET,
  createPasswordHasher,
  createUserAdministration,
  PASSWORD_COST,
} from '@kith/token-issuing';

/** How long adding may take, in milliseconds. */
const ADD_MS = 10_000;

/** A user of an account. */
export interface FirstUser {
  readonly account: string;
  readonly username: string;
  readonly password: string;
}

/** Where auth-token's data lie, and what it reads. */
export interface CredentialsPlace {
  readonly credentialsUri: string;
  readonly configFile: string;
  readonly secretsFile: string;
}

/** As the audit trail names who added the first user. */
const ITSELF = { by: 'start:suite', reason: 'the first user of a new installation' };

/** Adds the user to auth-token's database unless somebody has the name; answers whether it is new. */
export const addFirstUser = async (
  { credentialsUri, configFile, secretsFile }: CredentialsPlace,
  user: FirstUser,
): Promise<boolean> => {
  const keyring = createKeyring(await readSecretsFile(secretsFile, [AUDIT_SECRET]));
  const { accounts } = compileConfiguration(await readYamlFile(configurationSchema, configFile));
  const { credentials, close } = await openMongodbCredentials({ uri: credentialsUri, clock: Date.now });
  try {
    const users = createUserAdministration({
      store: credentials.users,
      accounts,
      keyring,
      clock: Date.now,
      passwords: createPasswordHasher(PASSWORD_COST, randomBytes),
    });
    return (await users.add(deadlineIn(ADD_MS), { ...user, caller: ITSELF })).kind === 'added';
  } finally {
    await close();
  }
};
