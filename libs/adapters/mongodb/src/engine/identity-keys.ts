import type { Identifier, Link, SharedHolding, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { SuppressionKey } from '@kith/domain/privacy';
import { accountKey, identifierDigest } from './keys.ts';

/**
 * The kinds of documents in the collection `identity`: the part of a key that follows the account. What belongs to a
 * person goes on with a umid, and so begins with the umid's bucket, which are its first three hex digits. A look goes
 * up the keys, so that suppressions come last: whoever finds an identifier gone finds the suppression that came with
 * the same erasure.
 */
const KINDS = {
  device: 'd',
  holder: 'h',
  identifier: 'i',
  link: 'l',
  profile: 'p',
  suppression: 's',
} as const;

export type IdentityKind = keyof typeof KINDS;

/** The key of a document of that kind. */
export const identityKey = (account: AccountName, kind: IdentityKind, ...parts: readonly string[]): string =>
  accountKey(account, KINDS[kind], ...parts);

/** What is found by the umid that it belongs to. */
export type OwnedKind = 'device' | 'holder' | 'identifier';

export const profileKey = (account: AccountName, umid: Umid): string => identityKey(account, 'profile', umid);

/** Where the keys of an account's profiles begin. */
export const profilesOf = (account: AccountName): string => identityKey(account, 'profile');

export const deviceKey = (account: AccountName, umdid: Umdid): string =>
  identityKey(account, 'device', umdid);

export const identifierKey = (account: AccountName, identifier: Identifier): string =>
  identityKey(account, 'identifier', identifierDigest(identifier));

export const suppressionKey = (account: AccountName, key: SuppressionKey): string =>
  identityKey(account, 'suppression', key);

export const holderKey = (account: AccountName, holding: Omit<SharedHolding, 'lastSeen'>): string =>
  identityKey(account, 'holder', identifierDigest(holding), holding.umid);

/** Around what the holders of a shared identifier lie. */
export const holdersAround = (account: AccountName, identifier: Identifier): string =>
  identityKey(account, 'holder', identifierDigest(identifier));

/** A link as the first of the two umids sees it. */
export const linkKey = (account: AccountName, [own, other]: Link['umids']): string =>
  identityKey(account, 'link', own, other);

/** Around what the links of a profile lie. */
export const linksAround = (account: AccountName, umid: Umid): string => identityKey(account, 'link', umid);

/** By what the devices, identifiers or holdings of a umid are found. */
export const ownedBy = (account: AccountName, kind: OwnedKind, umid: Umid): string =>
  identityKey(account, kind, umid);

/** The last part of a key: the id that a document is about, or its owner's umid. */
export const lastPart = <T extends string>(key: string): T => key.slice(key.lastIndexOf(':') + 1) as T;
