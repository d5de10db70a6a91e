import { createHash } from 'node:crypto';
import { blockedIdentifierValues } from '@kith/domain/identity';
import type {
  AccountRules,
  AttributeRule,
  AttributeSelection,
  IdentifierRule,
  NotificationRule,
} from '@kith/domain/pipeline';
import { attributeRules } from '@kith/domain/tracking';
import type { AccountDocument, NotificationDocument } from './account-schema.ts';
import { type AttributeDocument, COMPUTED_RULES } from './attribute-schema.ts';
import { enrichedProfileNames } from './enrich/enriched-names.ts';
import type { IdentifierDocument } from './identifier-schema.ts';
import { compileDuration } from './members/duration.ts';
import { compileRetention } from './retention-schema.ts';

const compileIdentifier = (name: string, document: IdentifierDocument): IdentifierRule => ({
  name,
  kind: document.kind,
  many: document.many,
  shared: document.shared,
  merge: document.merge,
  lowercase: document.normalise.includes('lowercase'),
  pattern: document.pattern === undefined ? null : new RegExp(document.pattern, 'u'),
  ...(document.verify === undefined ? {} : { verify: document.verify.hmac }),
});

const compileNotification = (name: string, document: NotificationDocument): NotificationRule => ({
  name,
  ...document,
});

const ENRICHED: AttributeRule = { kind: 'enriched' };

const compiledMap = <D, R>(
  documents: Readonly<Record<string, D>>,
  compile: (name: string, document: D) => R,
): ReadonlyMap<string, R> =>
  new Map(Object.entries(documents).map(([name, document]) => [name, compile(name, document)]));

/** An account ready for use. */
export const compileAccount = (name: string, document: AccountDocument): AccountRules => ({
  name,
  owner: document.owner,
  identifiers: compiledMap(document.identifiers, compileIdentifier),
  blockedValues: blockedIdentifierValues(document.blockedValues, (algorithm, text) =>
    createHash(algorithm).update(text).digest('hex'),
  ),
  permissions: new Set(document.permissions),
  notifications: compiledMap(document.notifications, compileNotification),
  linking: new Set(document.linking),
  ...attributeRules(
    new Map([
      ...compiledMap(document.attributes, compileAttribute),
      ...Array.from(enrichedProfileNames(document.pipelines), (name) => [name, ENRICHED] as const),
    ]),
  ),
  segments: new Map(Object.entries(document.segments)),
  mergePermissions: document.mergePermissions,
  retention: compileRetention(document.retention),
});

/** The rule of an attribute, ready for use. */
export const compileAttribute = (_name: string, document: AttributeDocument): AttributeRule => {
  const kind = COMPUTED_RULES.find((rule) => document[rule] !== undefined);
  if (kind === undefined) return { kind: 'imported' };
  const [of = '', member = ''] = (document[kind] ?? '').split('.');
  const selection = { of, ...limitsOf(document) };
  return kind === 'count' ? { kind, ...selection } : { kind, ...selection, member };
};

const limitsOf = ({ window, where }: AttributeDocument): Omit<AttributeSelection, 'of'> => ({
  ...(where === undefined ? {} : { where: textsOf(where) }),
  ...(window === undefined ? {} : { windowMs: compileDuration(window) }),
});

const textsOf = (where: NonNullable<AttributeDocument['where']>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(where).map(([member, value]) => [member, String(value)]));
