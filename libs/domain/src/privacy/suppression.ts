import type { EpochMs } from '../epoch.ts';
import type { Umdid, Umid } from '../identity/model/ids.ts';
import type { Identifier } from '../identity/model/profile.ts';
import type { Macs } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import { hexOf } from '../hex.ts';

/** What an erasure bars from coming back: ids for ever, identifier values for what is older than the erasure. */
export type Suppressible =
  | { readonly kind: 'umid'; readonly umid: Umid }
  | { readonly kind: 'umdid'; readonly umdid: Umdid }
  | ({ readonly kind: 'identifier' } & Identifier)
  /** Bars nothing: that a umid expired, and when, for the chains that name it. */
  | { readonly kind: 'expired'; readonly umid: Umid }
  | { readonly kind: 'expiredAt'; readonly umid: Umid; readonly at: EpochMs };

/** The keyed hash of something suppressed: nothing of it can be read back, and nobody without the secret can guess it. */
export type SuppressionKey = string;

/** What a store keeps of something suppressed. */
export interface Suppression {
  readonly key: SuppressionKey;
  /** When the person was erased. */
  readonly at: EpochMs;
}

/** The keys under which something may be suppressed, one per accepted secret; a new suppression takes the first. */
export const suppressionKeys = (
  macs: Macs,
  account: AccountName,
  suppressed: Suppressible,
): readonly SuppressionKey[] => macs('suppression', account, ...partsOf(suppressed)).map(hexOf);

/** The suppression of something by an erasure at that time. */
export const suppressionOf = (
  macs: Macs,
  account: AccountName,
  suppressed: Suppressible,
  at: EpochMs,
): Suppression => {
  const [key] = suppressionKeys(macs, account, suppressed);
  if (key === undefined) throw new Error('there is no secret to suppress with');
  return { key, at };
};

/**
 * What remains of a umid that expired at that time, of which a chain that stays may speak. Nothing is suppressed by it.
 * The second key has the time in it, so that nobody without the secret can make the first one tell a later time.
 */
export const expiryNotes = (
  macs: Macs,
  account: AccountName,
  umid: Umid,
  at: EpochMs,
): readonly Suppression[] => [
  suppressionOf(macs, account, { kind: 'expired', umid }, at),
  suppressionOf(macs, account, { kind: 'expiredAt', umid, at }, at),
];

const partsOf = (suppressed: Suppressible): readonly string[] => {
  switch (suppressed.kind) {
    case 'umid':
      return ['umid', suppressed.umid];
    case 'umdid':
      return ['umdid', suppressed.umdid];
    case 'expired':
      return ['expired', suppressed.umid];
    case 'expiredAt':
      return ['expiredAt', suppressed.umid, String(suppressed.at)];
    case 'identifier':
      return ['identifier', suppressed.name, suppressed.value];
  }
};
