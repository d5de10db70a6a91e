import {
  DEFAULT_RETENTION,
  type AccountName,
  type AccountRules,
  type IdentifierRule,
} from '@kith/domain/pipeline';
import { attributeRules } from '@kith/domain/tracking';

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

const ruleOf = (name: string): IdentifierRule => ({
  name,
  kind: 'device',
  many: false,
  shared: false,
  merge: false,
  lowercase: false,
  pattern: null,
  ...NAMES[name],
});

/** The rules of an account of that name, in which histories happen. */
export const historyAccount = (name: AccountName): AccountRules => ({
  name,
  owner: name,
  identifiers: new Map(Object.keys(NAMES).map((one) => [one, ruleOf(one)])),
  blockedValues: new Set(),
  permissions: new Set(HISTORY_PERMISSIONS),
  notifications: new Map(),
  linking: new Set(['sharedIdentifier', 'sameDevice']),
  ...attributeRules(new Map()),
  segments: new Map(),
  mergePermissions: 'latest',
  retention: DEFAULT_RETENTION,
});
