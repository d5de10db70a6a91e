import { compileConfiguration, configurationSchema } from '@kith/contracts';
import { openMongodbCredentials } from '@kith/mongodb';
import { deadlineIn, readYamlFile } from '@kith/platform';
import { createAddUser, createPasswordHasher } from '@kith/token-issuing';

/** How long adding may take, in milliseconds. */
const ADD_MS = 10_000;

/** A user of an account. */
export interface FirstUser {
  readonly account: string;
  readonly username: string;
  readonly password: string;
}

/** Adds the user to auth-token's database unless somebody has the name; answers whether it is new. */
export const addFirstUser = async (
  credentialsUri: string,
  configFile: string,
  user: FirstUser,
): Promise<boolean> => {
  const { accounts } = compileConfiguration(await readYamlFile(configurationSchema, configFile));
  const { credentials, close } = await openMongodbCredentials({ uri: credentialsUri, clock: Date.now });
  try {
    const addUser = createAddUser({
      credentials,
      accounts,
      clock: Date.now,
      passwords: createPasswordHasher(),
    });
    return (await addUser(deadlineIn(ADD_MS), user)).kind === 'added';
  } finally {
    await close();
  }
};
