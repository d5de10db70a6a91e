import { problemKind } from '@kith/contracts';
import type { ResolutionConfiguration } from '@kith/domain/pipeline';
import { badRequest, type Live } from '@kith/platform';
import type { AccountRulesOf } from '@kith/ports';

const UNKNOWN_ACCOUNT = { pointer: '/account', detail: 'no account of the configuration has this name' };

/** The rules of the account that an administrator names; a 400 `Problem` where the configuration has none. */
export const configuredRules =
  (configuration: Live<Pick<ResolutionConfiguration, 'accounts'>>): AccountRulesOf =>
  ({ account }) => {
    const rules = configuration.current().accounts.get(account);
    if (rules !== undefined) return rules;
    throw badRequest([UNKNOWN_ACCOUNT], problemKind('unknown_account'));
  };
