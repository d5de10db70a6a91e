import { hash } from 'node:crypto';
import type { AccountName } from '@kith/domain/pipeline';
import type { Identifier, Umid } from '@kith/domain/identity';

/**
 * Keys are text: the account, then parts without a colon (UUIDs, digests, numbers). So one account's keys lie side by
 * side in the index of `_id`, and no two lists of parts of one collection give the same key, whatever the account is
 * called: either all have as many parts, or the first of them is the one letter of a kind (identity-keys.ts) that has a
 * fixed number of others, none of which is one letter.
 */
export const accountKey = (account: AccountName, ...parts: readonly (string | number)[]): string => {
  let key: string = account;
  for (const part of parts) key += `:${part}`;
  return key;
};

/** The keys that go on from this one with further parts. */
export const keysBehind = (key: string): { readonly $gt: string; readonly $lt: string } => ({
  $gt: `${key}:`,
  $lt: `${key};`,
});

/** The umid in a key [account, umid]. */
export const umidInKey = (account: AccountName, key: string): Umid => key.slice(account.length + 1) as Umid;

/** A name and a value of any length and content, in a key of fixed size. JSON keeps the two apart whatever is in them. */
export const identifierDigest = ({ name, value }: Identifier): string =>
  digestOf(JSON.stringify([name, value]));

/** Text of any length and content, in a key of fixed size. */
export const textDigest = (text: string): string => digestOf(JSON.stringify(text));

const SEQUENCE_DIGITS = 16;

/** A number whose order as text is its order as a number. */
export const sequencePart = (sequence: number): string => String(sequence).padStart(SEQUENCE_DIGITS, '0');

const digestOf = (text: string): string => hash('sha256', text, 'base64url');
