import type { ConsentEntry, ConsentHead } from './consent.ts';

/**
 * The MAC of an entry over itself and the entry before it: what chains the consent history (behaviour.md section 5).
 * Given by the caller, because the domain knows no secrets.
 */
export type SealConsent = (previous: ConsentHead | null, entry: Omit<ConsentEntry, 'mac'>) => string;
