import { hash } from 'node:crypto';
import type { AccountName } from '@kith/domain/pipeline';
import type { Identifier } from '@kith/domain/identity';

/** Keys are ordered element by element: `false`, then numbers by size, then strings by code units. */
export type StoreKey = (string | number | boolean)[];

/** The keys from `start` on, before `end`, in their order or from the end backwards. */
export interface KeyRange {
  readonly start: StoreKey;
  readonly end: StoreKey;
  readonly reverse?: boolean;
  readonly limit?: number;
}

const LOWEST = false;
const HIGHEST = '\uffff';

/** Every key of something that an account has begins with the account. */
export const accountKey = (account: AccountName, ...rest: (string | number)[]): StoreKey => [
  account,
  ...rest,
];

/**
 * A name and a value of any length and content, in a key of fixed size. JSON keeps the two apart whatever is
 * in them.
 */
export const identifierDigest = ({ name, value }: Identifier): string =>
  digestOf(JSON.stringify([name, value]));

/** Text that may be longer than a key can be, or hold what a key cannot. */
export const textDigest = (text: string): string => digestOf(JSON.stringify(text));

/** All keys that begin with the prefix, in their order. */
export const forwards = (...prefix: StoreKey): KeyRange => ({
  start: [...prefix, LOWEST],
  end: [...prefix, HIGHEST],
});

/** All keys of `prefix` that come after those that begin with `passed` behind it. */
export const beyond = (prefix: StoreKey, passed: string): KeyRange => ({
  start: [...prefix, passed, HIGHEST],
  end: [...prefix, HIGHEST],
});

/** All keys that begin with the prefix, the highest first. */
export const backwards = (...prefix: StoreKey): KeyRange => ({
  start: [...prefix, HIGHEST],
  end: [...prefix, LOWEST],
  reverse: true,
});

const digestOf = (text: string): string => hash('sha256', text, 'base64url');
