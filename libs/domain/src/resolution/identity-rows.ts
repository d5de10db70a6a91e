import type { Device, Identifier, Profile, Redirect, SharedHolding, Umdid, Umid } from '../identity/index.ts';
import type { Suppression, SuppressionKey } from '../privacy/index.ts';

/** Full keys of what decisions read, all of one account. */
export interface IdentityKeys {
  readonly umids: readonly Umid[];
  readonly umdids: readonly Umdid[];
  /** Identifiers of one owner, `profileId` among them. */
  readonly identifiers: readonly Identifier[];
  /** `shared` identifiers, whose holders are wanted. */
  readonly shared: readonly Identifier[];
  readonly suppressions: readonly SuppressionKey[];
}

export const NO_KEYS: IdentityKeys = {
  umids: [],
  umdids: [],
  identifiers: [],
  shared: [],
  suppressions: [],
};

/** A redirect without its undo journal, which nobody needs who follows it. */
export type RedirectMark = Pick<Redirect, 'kind' | 'umid' | 'to' | 'version'> & {
  /** A hint: the profile that lived at the end of the way when somebody last went it. */
  readonly shortcut?: Umid;
};

/** An identifier and the umid that the store keeps it under. */
export interface OwnedIdentifier extends Identifier {
  readonly umid: Umid;
}

/** What is stored under full keys; nothing of it is followed, and what is absent is not stored. */
export interface IdentityRows {
  readonly profiles: readonly (Profile | RedirectMark)[];
  readonly devices: readonly Device[];
  readonly owners: readonly OwnedIdentifier[];
  /** Per shared identifier the most recent holdings, at most `MAX_HOLDINGS`. */
  readonly holdings: readonly SharedHolding[];
  readonly suppressions: readonly Suppression[];
}

/** How many holdings of a shared identifier are looked at; the others were merged into the same profiles. */
export const MAX_HOLDINGS = 256;
