import type { SealConsent } from '../../consent/seal.ts';
import type { ConsentUpdate } from '../../consent/consent.ts';
import type { AccountRules } from '../../pipeline/account-rules.ts';
import type { EpochMs } from '../../epoch.ts';
import type { ProfileId, Umdid, Umid } from './ids.ts';
import type { Device, Identifier, Profile } from './profile.ts';

/** An identifier of the request and the profile that it belongs to, if any. */
export interface Claim extends Identifier {
  readonly owner: Profile | null;
  /** The umid under which the store keeps the identifier; differs from the owner's after a merge. */
  readonly storedUmid: Umid | null;
  /** Of a `shared` identifier: the umids that hold the value, most recent first. */
  readonly holders: readonly Umid[];
}

/** Everything that a resolution is decided from: the request, what the store holds, the moment, and new ids. */
export interface DecisionInput {
  readonly account: AccountRules;
  readonly pipeline: string;
  /** The permission before which the pipeline stores no profile; absent or null: it waits for none. */
  readonly keepingRequires?: string | null;
  readonly now: EpochMs;
  readonly umdid: Umdid;
  /** The umid that is derived for the device's first profile (docs/behaviour.md#ids). */
  readonly firstUmid: Umid;
  /** Nobody has seen the umdid before this request. */
  readonly freshDevice: boolean;
  readonly device: Device | null;
  /** The living profile that the device, or its first umid, leads to. */
  readonly current: Profile | null;
  /** In the pipeline's order of priority. */
  readonly claims: readonly Claim[];
  readonly consent: ConsentUpdate;
  /** One per accepted secret; the first is remembered, any of them recognised. */
  readonly retryKeys: readonly string[];
  /** Names the call where it may come twice; absent: it cannot. */
  readonly callId?: string | undefined;
  readonly newUmid: Umid;
  /** For the profiles that a decision may create: the device's first one, and another person's. */
  readonly newProfileIds: readonly [ProfileId, ProfileId];
  readonly seal: SealConsent;
}
