import type { EpochMs, Umid } from './ids.ts';

/** What can happen to a profile; leaves through the outbox, in the order of the profile's versions. */
export type ChangeType =
  | 'profile.created'
  | 'profile.upgraded'
  | 'profile.linked'
  | 'profile.merged'
  | 'profile.switched'
  | 'profile.conflict'
  | 'consent.changed';

/** A change of a profile for the world outside; consumers drop the ids that they have seen. */
export interface ChangeEvent {
  /** `{umid}:{profile version}:{ordinal}`: the same commit, retried, makes the same id. */
  readonly id: string;
  readonly type: ChangeType;
  readonly umid: Umid;
  readonly profileVersion: number;
  readonly at: EpochMs;
  readonly detail: Readonly<Record<string, unknown>>;
}
