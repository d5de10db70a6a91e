import type { AccountName, AccountRules, IdentifierRule } from '@kith/domain/pipeline';
import { anAccount, identifierRules } from '../builders/rules.ts';

/** Every kind of identifier that docs/behaviour.md#3-identity tells apart, one name for each. */
const NAMES: Readonly<Record<string, Partial<IdentifierRule>>> = {
  customerId: { kind: 'login' },
  email: { kind: 'login', merge: true },
  card: { kind: 'login', many: true, merge: true },
  mt1: { kind: 'network' },
  pass: { kind: 'network', merge: true },
  mt2: { kind: 'network', shared: true },
  phone: { kind: 'device' },
  deviceId: { kind: 'device', many: true },
};

/** The names that histories use; `profileId` is a key beside them. */
export const HISTORY_NAMES: readonly string[] = [...Object.keys(NAMES), 'profileId'];
export const HISTORY_PERMISSIONS: readonly string[] = ['P', 'Q'];

/** The rules of an account of that name, in which histories happen. */
export const historyAccount = (name: AccountName): AccountRules =>
  anAccount({
    name,
    owner: name,
    identifiers: identifierRules(
      Object.fromEntries(
        Object.entries(NAMES).map(([one, members]) => [one, { kind: 'device' as const, ...members }]),
      ),
    ),
    permissions: new Set(HISTORY_PERMISSIONS),
    linking: new Set(['sharedIdentifier', 'sameDevice']),
  });
