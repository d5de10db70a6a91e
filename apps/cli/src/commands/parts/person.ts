import { lookupKey, type Identifier } from '@kith/domain/identity';
import type { Connections } from '../../connections/connections.ts';
import type { Outcome } from './command.ts';
import { unknownAccount } from './unknown-account.ts';

/** How the two words that name a person are described. */
export const ID_NAME = 'an identifier of the account, or umid, umdid or profileId';
export const ID_VALUE = 'its value; after -- where it begins with a dash';

/** What is wrong with naming a person, as the configuration has it; null where nothing is. */
export const mistakeIn = async (
  connections: Connections,
  account: string,
  { name, value }: Identifier,
): Promise<Outcome | null> => {
  const rules = (await connections.configuration()).accounts.get(account);
  if (rules === undefined) return unknownAccount(account);
  const key = lookupKey(rules, name, value);
  return key.kind === 'mistaken'
    ? { kind: 'failed', code: 'unfit_value', message: `${JSON.stringify(name)}: ${key.why}` }
    : null;
};

/** The outcome of a command that finds no person by the identifier. */
export const nobody = (account: string, { name }: Identifier): Outcome => ({
  kind: 'failed',
  code: 'unknown_person',
  message: `nobody of the account ${JSON.stringify(account)} has this ${name}`,
});
