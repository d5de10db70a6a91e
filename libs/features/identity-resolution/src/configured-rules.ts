import { problemKind } from '@kith/contracts';
import type { AccountRules } from '@kith/domain/pipeline';
import { badRequest } from '@kith/platform';
import type { Live } from '@kith/platform';
import type { Scope } from '@kith/ports';
import type { ResolutionConfiguration } from './rules-in-force.ts';

/** The rules of the account that an administrator names; a 400 `Problem` where the configuration has none. */
export const configuredRules = (
  configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>,
  { account }: Scope,
): AccountRules => {
  const rules = configuration.current().accounts.get(account);
  if (rules !== undefined) return rules;
  const detail = 'no account of the configuration has this name';
  throw badRequest([{ pointer: '/account', detail }], problemKind('unknown_account'));
};
