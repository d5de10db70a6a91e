import type { AccountRules, IdentifierRule } from '../../pipeline/account-rules.ts';
import { parseUmdid, parseUmid, type Umdid, type Umid } from '../model/ids.ts';
import type { Identifier } from '../model/profile.ts';

/** The longest identifier value, in characters (code points). */
export const MAX_IDENTIFIER = 512;

/** What became of a raw identifier value; an ignored one is as if it had not come. */
export type NormalisedIdentifier =
  | { readonly kind: 'taken'; readonly value: string }
  | { readonly kind: 'ignored'; readonly why: 'empty' | 'blocked' }
  | { readonly kind: 'invalid'; readonly why: string };

/** What a name and a value lead to: a key, nobody, or a mistake of the caller's. */
export type LookupKey =
  | { readonly kind: 'umid'; readonly umid: Umid }
  | { readonly kind: 'umdid'; readonly umdid: Umdid }
  | { readonly kind: 'identifier'; readonly identifier: Identifier }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'mistaken'; readonly why: string };

/** The identifier that every account has and nobody can create; it is written exactly as it was given out. */
export const PROFILE_ID_RULE: IdentifierRule = {
  name: 'profileId',
  kind: 'device',
  many: false,
  shared: false,
  merge: false,
  lowercase: false,
  pattern: null,
};

const NOTHING_BLOCKED: ReadonlySet<string> = new Set();

const NOBODY: LookupKey = { kind: 'nobody' };

const CONTROLLED: LookupKey = { kind: 'mistaken', why: 'The value has a control character.' };

/**
 * The key for a name and a value (docs/behaviour.md#queries): an identifier of the account, or `umid`, `umdid`,
 * `profileId`. A value that identifies nobody leads to nobody; an unknown name, a malformed umid and a value with a
 * control character are mistakes.
 */
export const lookupKey = (rules: AccountRules, name: string, value: string): LookupKey => {
  switch (name) {
    case 'umid':
      return umidKey(value);
    case 'umdid':
      return umdidKey(value);
    case 'profileId':
      return profileIdKey(value);
    default:
      return identifierKey(rules, name, value);
  }
};

/** The key for a umid, in any letter case. */
export const umidKey = (value: string): LookupKey => {
  const umid = parseUmid(value.trim());
  return umid === null ? { kind: 'mistaken', why: 'A umid must be a UUID.' } : { kind: 'umid', umid };
};

/** The key for a `profileId`. */
export const profileIdKey = (value: string): LookupKey => keyBy(PROFILE_ID_RULE, NOTHING_BLOCKED, value);

const umdidKey = (value: string): LookupKey => {
  if (isControlled(value)) return CONTROLLED;
  const umdid = parseUmdid(value.trim());
  return umdid === null ? NOBODY : { kind: 'umdid', umdid };
};

const identifierKey = (rules: AccountRules, name: string, value: string): LookupKey => {
  const rule = rules.identifiers.get(name);
  if (rule === undefined) return { kind: 'mistaken', why: 'The account has no identifier of that name.' };
  const key = keyBy(rule, rules.blockedValues, value);
  return rule.shared && key.kind === 'identifier' ? NOBODY : key;
};

const keyBy = (rule: IdentifierRule, blockedValues: ReadonlySet<string>, raw: string): LookupKey => {
  if (isControlled(raw)) return CONTROLLED;
  const normalised = normaliseIdentifier(rule, blockedValues, raw);
  if (normalised.kind !== 'taken') return NOBODY;
  return { kind: 'identifier', identifier: { name: rule.name, value: normalised.value } };
};

/** Those around a value are blanks, and trimmed away where blanks are. */
const isControlled = (value: string): boolean => hasControlCharacter(value.trim());

// Two values that differ only in bytes that are no UTF-8, or in halves of characters, would become one: two persons.
// U+FFFD is what decoders put in the place of such bytes.
const BROKEN = /[\p{Surrogate}\uFFFD]/u;

/**
 * Trims the value, lower-cases it where the rule says so, and checks it (docs/behaviour.md#identifier-values). Values
 * such as `null` or the hash of the empty string identify nobody: `blockedValues` holds them in lower case.
 */
export const normaliseIdentifier = (
  rule: IdentifierRule,
  blockedValues: ReadonlySet<string>,
  raw: string,
): NormalisedIdentifier => {
  const trimmed = raw.trim();
  const value = rule.lowercase ? trimmed.toLowerCase() : trimmed;
  if (value === '') return { kind: 'ignored', why: 'empty' };
  if (isTooLong(value)) return { kind: 'invalid', why: `longer than ${MAX_IDENTIFIER} characters` };
  if (blockedValues.has(value.toLowerCase())) return { kind: 'ignored', why: 'blocked' };
  if (hasControlCharacter(value)) return { kind: 'invalid', why: 'has a control character' };
  if (BROKEN.test(value)) return { kind: 'invalid', why: 'not well-formed Unicode' };
  if (rule.pattern !== null && !rule.pattern.test(value)) {
    return { kind: 'invalid', why: 'does not match the configured pattern' };
  }
  return { kind: 'taken', value };
};

const CONTROL = /(?![\u0080-\u009f])\p{Cc}/u;

/**
 * Whether a text has one of U+0000 to U+001F, or U+007F: nobody can see it, and it ends lines or values where what is
 * handed on is read (docs/behaviour.md#identifier-values).
 */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

const isTooLong = (value: string): boolean =>
  value.length > MAX_IDENTIFIER && (value.length > 2 * MAX_IDENTIFIER || [...value].length > MAX_IDENTIFIER);
