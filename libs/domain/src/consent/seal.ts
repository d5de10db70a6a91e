import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import { hexOf } from '../hex.ts';
import type { ConsentEntry, ConsentHead } from './consent.ts';

/**
 * The MAC of an entry over itself and the entry before it, in hex: what chains the history
 * (docs/behaviour.md#the-chain).
 */
export type SealConsent = (previous: ConsentHead | null, entry: Omit<ConsentEntry, 'mac'>) => string;

/** What is sealed: an entry with the MAC of the one before it, in parts that cannot run into each other. */
export const sealedParts = (
  account: AccountName,
  previous: Pick<ConsentHead, 'mac'> | null,
  { umid, sequence, at, source, fact }: Omit<ConsentEntry, 'mac'>,
): readonly string[] => [account, previous?.mac ?? '', JSON.stringify([umid, sequence, at, source, fact])];

/** Seals with the account's chain secret. */
export const sealWith =
  (mac: Mac, account: AccountName): SealConsent =>
  (previous, entry) =>
    hexOf(mac('chain', ...sealedParts(account, previous, entry)));
