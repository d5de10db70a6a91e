import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { ConsentEntry, ConsentHead } from './consent.ts';

/** The MAC of an entry over itself and the entry before it, in hex: what chains the history (behaviour.md section 5). */
export type SealConsent = (previous: ConsentHead | null, entry: Omit<ConsentEntry, 'mac'>) => string;

/** Seals with the account's chain secret. */
export const sealWith =
  (mac: Mac, account: AccountName): SealConsent =>
  (previous, { umid, sequence, at, source, fact }) => {
    const sealed = mac(
      'chain',
      account,
      previous?.mac ?? '',
      JSON.stringify([umid, sequence, at, source, fact]),
    );
    return Array.from(sealed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
