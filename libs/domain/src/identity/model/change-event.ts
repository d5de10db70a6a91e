import type { EpochMs } from '../../epoch.ts';
import type { Umid } from './ids.ts';

/** What can happen to a profile; leaves through the outbox, in the order of the profile's versions. */
export const CHANGE_TYPES = [
  'profile.created',
  'profile.upgraded',
  'profile.linked',
  'profile.merged',
  'profile.unmerged',
  'profile.switched',
  'profile.conflict',
  'profile.erased',
  'profile.expired',
  'consent.changed',
  'attributes.changed',
] as const;

export type ChangeType = (typeof CHANGE_TYPES)[number];

/** A change of a profile for the world outside; consumers drop the ids that they have seen. */
export interface ChangeEvent {
  /** Made of umid, profile version, device, time and ordinal: the same commit, published twice, has the same id. */
  readonly id: string;
  readonly type: ChangeType;
  readonly umid: Umid;
  readonly profileVersion: number;
  readonly at: EpochMs;
  readonly detail: Readonly<Record<string, unknown>>;
}
