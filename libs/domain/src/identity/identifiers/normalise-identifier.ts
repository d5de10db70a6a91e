import type { IdentifierRule } from '../../pipeline/account-rules.ts';

/** The longest identifier value, in characters (code points). */
export const MAX_IDENTIFIER = 512;

/** What became of a raw identifier value; an ignored one is as if it had not come. */
export type NormalisedIdentifier =
  | { readonly kind: 'taken'; readonly value: string }
  | { readonly kind: 'ignored'; readonly why: 'empty' | 'blocked' }
  | { readonly kind: 'invalid'; readonly why: string };

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
