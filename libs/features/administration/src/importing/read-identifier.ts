import { normaliseIdentifier, type Identifier } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';

/** An identifier of a line, or why it is none; an ignored one is as if it had not been there. */
export type ReadIdentifier =
  | { readonly kind: 'read'; readonly identifier: Identifier }
  | { readonly kind: 'ignored'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** What a profile is called from outside: a key that finds it, and that no import can make. */
const PROFILE_ID = /^[\w-]{1,512}$/;

const IGNORED = { empty: 'is empty', blocked: 'is a value that identifies nobody' } as const;

/** Reads the value of an identifier as a request's would be read (docs/behaviour.md#identifier-values). */
export const readIdentifier = (account: AccountRules, name: string, value: unknown): ReadIdentifier => {
  if (typeof value !== 'string') return refused(`${name}: must be a text`);
  if (name === 'profileId') return readProfileId(value.trim());
  const rule = account.identifiers.get(name);
  if (rule === undefined) {
    return account.attributes.has(name)
      ? refused(`${name}: is computed from events, and not imported`)
      : refused(`${shown(name)}: the account has no identifier and no imported attribute of this name`);
  }
  const normalised = normaliseIdentifier(rule, account.blockedValues, value);
  switch (normalised.kind) {
    case 'taken':
      return { kind: 'read', identifier: { name, value: normalised.value } };
    case 'ignored':
      return { kind: 'ignored', reason: `${name}: ${IGNORED[normalised.why]}` };
    case 'invalid':
      return refused(`${name}: ${normalised.why}`);
  }
};

const readProfileId = (value: string): ReadIdentifier => {
  if (value === '') return { kind: 'ignored', reason: `profileId: ${IGNORED.empty}` };
  return PROFILE_ID.test(value)
    ? { kind: 'read', identifier: { name: 'profileId', value } }
    : refused('profileId: is none');
};

const refused = (reason: string): ReadIdentifier => ({ kind: 'refused', reason });

/** A name that somebody else has chosen, short enough for a report. */
export const shown = (name: string): string =>
  JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name);
