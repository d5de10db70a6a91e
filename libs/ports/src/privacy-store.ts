import type { HeadChange, HeadTally } from '@kith/domain/consent';
import type { ChangeEvent, Device, Identifier, Put, Umdid, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { AuditEntry, Erasure, Suppression, SuppressionKey } from '@kith/domain/privacy';
import type { AuditTrail } from './audit-trail.ts';
import type { Deadline, Scope } from './scope.ts';

/** Everything that makes a person unreachable at one moment. */
export interface ErasureStart {
  readonly erasure: Erasure;
  /** The version of the living profile, the first of the erasure's umids, that the beginning was decided from. */
  readonly version: number;
  /** They belong to nobody from then on, where they belong to one of the umids. */
  readonly identifiers: readonly Identifier[];
  readonly suppressions: readonly Suppression[];
  readonly change: ChangeEvent;
  /** The consent chain that ends with the profile, and the tally of its bucket without it. */
  readonly heads: readonly HeadChange[];
  readonly tallies: readonly Put<HeadTally>[];
}

/** Removes persons, in steps that may be repeated: whoever looks may go on with an erasure that another one began. */
export interface ErasureStore {
  /** Those of the keys that are suppressed. */
  suppressed(scope: Scope, keys: readonly SuppressionKey[]): Promise<readonly Suppression[]>;
  /** How often something of a person was suppressed in the account: while it is the same, nobody else was. */
  timesSuppressed(scope: Scope): Promise<number>;
  /**
   * Suppresses, removes the living profile and its identifiers, and leaves the erasure and its change event, all at one
   * moment; `conflict` where the profile is no longer what it was. What a commit or a batch of the log decided before
   * that moment and wants to write after it does not get through.
   */
  begin(scope: Scope, beginning: ErasureStart): Promise<'begun' | 'conflict'>;
  /** Erasures that are not finished, of all accounts. */
  unfinished(deadline: Deadline, limit: number): Promise<readonly AccountErasure[]>;
  /** Devices that were bound to the umid, whatever merges did to them since. */
  devices(scope: Scope, umid: Umid, limit: number): Promise<readonly Device[]>;
  /** Removes devices, suppresses, and counts. */
  removeDevices(
    scope: Scope,
    id: string,
    umdids: readonly Umdid[],
    suppressions: readonly Suppression[],
  ): Promise<void>;
  /**
   * Removes some of what is left beside devices, at most so many of each kind, and counts; the erasure as it stands
   * then, null where somebody else has finished it.
   */
  removeSome(scope: Scope, id: string, limit: number): Promise<Erasure | null>;
  /** Ends an erasure with its entry in the audit trail; `conflict` where the trail or the erasure has moved on. */
  finish(scope: Scope, id: string, entry: AuditEntry): Promise<'finished' | 'conflict'>;
}

/** An erasure and the account of its person. */
export interface AccountErasure {
  readonly account: AccountName;
  readonly erasure: Erasure;
}

/** What a store does for a person's right to leave, and to know who did what. */
export interface PrivacyStore extends ErasureStore, AuditTrail {}
