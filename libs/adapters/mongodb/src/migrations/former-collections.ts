import type { LivingDocument } from '../engine/documents.ts';

/** The collections that `identity` has taken the place of. */
export const FORMER_COLLECTIONS = {
  profiles: 'profiles',
  identifiers: 'identifiers',
  holders: 'holders',
  devices: 'devices',
  links: 'links',
  suppressions: 'suppressions',
} as const;

/*
 * Their documents, as far as migrations read them. Keys were [account, umid], [account, digest] and so on, without a
 * kind; what led to a profile was the whole key of it.
 */

export type FormerProfile = FormerLiving | FormerRedirect;

export interface FormerLiving extends LivingDocument {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly absorbed?: readonly string[];
}

export interface FormerRedirect {
  readonly _id: string;
  readonly version: number;
  readonly account: string;
  readonly to: string;
  /** `to` until somebody left a shortcut. */
  readonly next?: string;
  readonly journal: string | null;
}

export interface FormerDevice {
  readonly _id: string;
  readonly version: number;
  readonly target: string;
  readonly bound: string;
  readonly lastSeenAt: Date;
  readonly guarded?: number;
  readonly body: string;
}

export interface FormerIdentifier {
  readonly _id: string;
  readonly target: string;
}

export interface FormerHolder {
  readonly _id: string;
  readonly lastSeen: number;
}

export interface FormerLink {
  readonly _id: string;
  readonly umids: readonly [string, string];
  readonly why: string;
  readonly lastSeen: number;
}

export interface FormerSuppression {
  readonly _id: string;
  readonly at: number;
}
