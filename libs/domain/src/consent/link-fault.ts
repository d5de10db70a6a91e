import type { ConsentEntry, ConsentHead } from './consent.ts';

/** An entry where it stands in the store; null where what stands there cannot be read as one. */
export interface StandingEntry {
  readonly sequence: number;
  readonly entry: ConsentEntry | null;
}

/** Why a chain does not hold at an entry. */
export type ChainFault =
  /** Nothing stands at this number, though something comes after it, or the profile says that the chain is longer. */
  | 'missing'
  | 'unreadable'
  /** An entry of another number or of another profile stands here: reordered, duplicated or moved. */
  | 'misplaced'
  /** The seal does not fit: the entry was changed, or the one before it. */
  | 'tampered'
  /** The entry says of another chain what is not so. */
  | 'otherChain'
  /** It comes after what the profile knows as its last entry. */
  | 'beyondHead'
  /** The profile's head, or what it holds, is not what the chain says. */
  | 'profileDiffers';

/** Whether the MAC of an entry is one that an accepted secret gives. */
export type IsSealed = (previous: ConsentHead | null, entry: ConsentEntry) => boolean;

/** What is wrong with the entry that follows `previous` in the chain of a umid; null where it holds. */
export const linkFault = (
  umid: string,
  previous: ConsentHead | null,
  { sequence, entry }: StandingEntry,
  isSealed: IsSealed,
): ChainFault | null => {
  if (sequence !== (previous?.sequence ?? 0) + 1) return 'missing';
  if (entry === null) return 'unreadable';
  if (entry.umid !== umid || entry.sequence !== sequence) return 'misplaced';
  return isSealed(previous, entry) ? null : 'tampered';
};

/** Where a chain stands after an entry. */
export const headAt = ({ sequence, mac }: ConsentEntry): ConsentHead => ({ sequence, mac });

/** Whether two heads are the same. */
export const isSameHead = (a: ConsentHead | null, b: ConsentHead | null): boolean =>
  a?.sequence === b?.sequence && a?.mac === b?.mac;
