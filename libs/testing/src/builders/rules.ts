import { DEFAULT_RETENTION, type AccountRules, type IdentifierRule } from '@kith/domain/pipeline';
import { attributeRules } from '@kith/domain/tracking';
import { randomAccount } from './ids.ts';

/** A login that belongs to one person, of whom there is one value. */
export const anIdentifierRule = (members: Partial<IdentifierRule> = {}): IdentifierRule => ({
  name: 'customerId',
  kind: 'login',
  many: false,
  shared: false,
  merge: false,
  lowercase: false,
  pattern: null,
  ...members,
});

/** Rules by their names: each is `anIdentifierRule` but for the members that are given. */
export const identifierRules = (
  rules: Readonly<Record<string, Partial<IdentifierRule>>>,
): Map<string, IdentifierRule> =>
  new Map(Object.entries(rules).map(([name, members]) => [name, anIdentifierRule({ name, ...members })]));

/** An account with one login and the permissions P and Q; the plan is that of its attributes. */
export const anAccount = ({
  attributes = new Map(),
  ...members
}: Partial<Omit<AccountRules, 'plan'>> = {}): AccountRules => ({
  name: randomAccount(),
  owner: 'the owner',
  identifiers: new Map([['customerId', anIdentifierRule()]]),
  blockedValues: new Set(),
  permissions: new Set(['P', 'Q']),
  notifications: new Map(),
  linking: new Set(),
  ...attributeRules(attributes),
  segments: new Map(),
  mergePermissions: 'latest',
  retention: DEFAULT_RETENTION,
  ...members,
});
